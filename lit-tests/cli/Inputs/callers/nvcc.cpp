#include <cuda_runtime.h>
#include <racemap/racemap.h>
void from_nvcc(int *, int);
void nvcc() {
  int *d;
#ifdef __NVCC__
  if (cudaMalloc(&d, 512) == cudaSuccess)
    from_nvcc(d, SIZE);
#endif
}
