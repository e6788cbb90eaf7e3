#ifndef FROM_THE_MAKEFILE
#error the flags of the Makefile are missing
#endif
__global__ void k(int *a) { a[0] = threadIdx.x; }
