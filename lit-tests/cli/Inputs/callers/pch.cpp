void pch(int *d) { hidden(d, SIZE); }
