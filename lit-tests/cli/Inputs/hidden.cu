#include <racemap/racemap.h>

RACEMAP_BENIGN("only the last one counts") __device__ void mark(int *out) { *out = threadIdx.x; }
RACEMAP_LAUNCH(1, 64) __global__ void marks(int *out) { mark(out); }
RACEMAP_LAUNCH(1, 64) __global__ void other(int *out) { *out = threadIdx.x; }
RACEMAP_LAUNCH(1, 64) __global__ void third(int *out) { *out = threadIdx.x; }
