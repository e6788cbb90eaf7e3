#include "run.h"
__global__ void move(int *d, int n) { d[threadIdx.x] = d[threadIdx.x + n]; }
void good(int *d, int n) { move<<<1, 64>>>(d, n); }
