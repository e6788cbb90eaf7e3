/// Turns 256 numbers by one place and adds 256; 0: that went well.
int shift(int *numbers);
