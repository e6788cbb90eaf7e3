DECLARE(paste);
void paste(int *d) { CALL(paste, d); }
