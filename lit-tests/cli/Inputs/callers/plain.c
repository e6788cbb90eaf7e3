void from_c(int *, int);
void c(int *new) { from_c(new, SIZE); }
