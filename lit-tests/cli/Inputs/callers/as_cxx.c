void from_c_as_cxx(int *, int);
bool cxx(int *d) { return from_c_as_cxx(d, SIZE), true; }
