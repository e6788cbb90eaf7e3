// Partial sums are added before all of them have been written. (Listing 4 of
// HiRace, SC24.)
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu %s -o %t
// RUN: bash -c '%t bad; echo status $?' 2>&1 | FileCheck %s
// RUN: %t good 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty

#include <cstring>

template <bool Good>
__global__ void pull(const int *data, int *sum, int n) {
  __shared__ int carry[128];
  int tid = threadIdx.x;
  int val = 0;
  for (int j = tid; j < n; j += blockDim.x)
    val += data[j];
  carry[tid] = val;
  if constexpr (Good)
    __syncthreads();
  for (int stride = blockDim.x / 2; stride > 0; stride >>= 1) {
    if (tid < stride)
      carry[tid] += carry[tid + stride];
    __syncthreads();
  }
  if (tid == 0)
    sum[blockIdx.x] = carry[0];
}

int main(int, char **argv) {
  int *data, *sum;
  cudaMalloc(&data, 1000 * sizeof(int));
  cudaMalloc(&sum, 3 * sizeof(int));
  cudaMemset(data, 0, 1000 * sizeof(int));
  auto kernel = std::strcmp(argv[1], "good") ? pull<false> : pull<true>;
  kernel<<<3, 128>>>(data, sum, 1000);
  return cudaGetLastError() != cudaSuccess ||
         cudaDeviceSynchronize() != cudaSuccess;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: #0 {{.*}}pull<false>(int const*, int*, int) {{.*}}barrier-before-the-reduction.cu:{{18|23}}
// CHECK: Previous
// CHECK: #0 {{.*}}pull<false>(int const*, int*, int) {{.*}}barrier-before-the-reduction.cu:{{18|23}}
// CHECK: Location is {{[0-9]+}} byte{{s?}} into the shared variable '{{.*}}carry'
// CHECK: status 66
// GOOD-NOT: RaceMap
