void from_pch(int *, int);
inline void hidden(int *d, int n) { from_pch(d, n); }
