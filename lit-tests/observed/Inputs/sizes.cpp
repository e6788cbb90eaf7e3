#include <cstdlib>

int sizeOf(const char *Text) { return std::atoi(Text); }
