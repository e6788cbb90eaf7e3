// A kernel that is racy in launches which nobody means: those that keep to what
// its race requires have nothing to monitor, and any other one is monitored in
// full. Counters and lists that the analysis cannot ask a launch for are reasons
// to monitor all.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu %s -o %t 2>/dev/null
// RUN: env RACEMAP_OPTIONS=stats=1 %t wide 2>&1 | FileCheck %s
// RUN: not env RACEMAP_OPTIONS=stats=1:print_limit=0:exitcode=1 %t 2>&1 | FileCheck %s --check-prefix=NARROW
//
// CHECK: stats of last({{.*}}): {{.*}}lean launches 0,
// CHECK: stats of rows({{.*}}): {{.*}}lean launches 1, accesses 0,
// CHECK: stats of last({{.*}}): monitored in full, 1 launch: no launch shows that 'count' is 0 when the kernel begins
// NARROW: stats of rows({{.*}}): {{.*}}lean launches 0, accesses 256,
// NARROW: stats of rows({{.*}}): monitored in full, 1 launch: not so: pitch * gridDim.x < 2147483648 && pitch >= blockDim.x
// NARROW: SUMMARY: RaceMap: 1 data race

__global__ void rows(int *out, int width, int pitch) {
  if (threadIdx.x < width)
    out[blockIdx.x * pitch + threadIdx.x] = blockIdx.x;
}

// The last block sums up what all blocks have left.
__global__ void last(int *sums, unsigned *count, int *out) {
  __shared__ bool isLast;
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = blockIdx.x;
    __threadfence();
    isLast = atomicAdd(count, 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (isLast && threadIdx.x == 0)
    for (int i = 0; i < gridDim.x; ++i)
      *out += sums[i];
}

int main(int argc, char **) {
  int *out, *sum;
  unsigned *count;
  cudaMalloc(&out, 4096);
  cudaMalloc(&sum, 4096);
  cudaMalloc(&count, 4096);
  cudaMemset(count, 0, 4096);
  int pitch = 32 * argc;
  rows<<<4, 64>>>(out, 64, pitch);
  last<<<4, 64>>>(out, count, sum);
  return cudaDeviceSynchronize();
}
