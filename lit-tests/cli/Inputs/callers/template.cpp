void from_template(int *, int);
template <typename T> struct Runs {
  static void run(T *d) { from_template(d, SIZE); }
};
void templates(int *d) { Runs<int>::run(d); }
