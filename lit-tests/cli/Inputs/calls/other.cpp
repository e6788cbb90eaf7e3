// Calls nothing of the CUDA units: good(d, 3).
int other() { return 0; }
