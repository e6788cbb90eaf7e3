#include <cstdlib>

int sizeOf(const char *text) { return std::atoi(text); }
