#include <cuda_runtime.h>
#include <racemap/racemap.h>
void from_nvcc(int *, int);
void nvcc() {
  int *d;
  if (cudaMalloc(&d, 512) == cudaSuccess)
    from_nvcc(d, SIZE);
}
