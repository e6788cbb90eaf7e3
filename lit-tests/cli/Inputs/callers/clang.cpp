void from_clang(int *, int);
void clang(int *d) { from_clang(d, SIZE); }
