#define OTHER
#include "../static-variables.cu"
