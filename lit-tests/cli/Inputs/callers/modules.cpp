import hidden;
void modules(int *d) { hidden(d, SIZE); }
