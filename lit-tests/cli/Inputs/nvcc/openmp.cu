#include <omp.h>

__global__ void number(int *out) { out[threadIdx.x] = threadIdx.x; }

void launch(int *out) {
#pragma omp parallel for
  for (int i = 0; i < omp_get_max_threads(); ++i)
    number<<<1, 32>>>(out);
}
