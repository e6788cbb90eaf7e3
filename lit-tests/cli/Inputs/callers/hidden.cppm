module;
void from_module(int *, int);
export module hidden;
export inline void hidden(int *d, int n) { from_module(d, n); }
