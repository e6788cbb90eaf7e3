// What runs on a GPU finds races there, run by the CPU device: in global and in
// shared memory, of words, parts of words and several words, between warps and
// blocks, and on variables. The corrected twin of each is silent.
//
// REQUIRES: codegen
// RUN: %runtime
// DEFINE: %{options} =
// DEFINE: %{run} = sh %S/../cli/Inputs/status.sh 66 env RACEMAP_OPTIONS=%{options} %t 2>&1 | FileCheck %s
// RUN: %racemap cc --device=cpu --sanitize=gpu --kernel=^$ %s -o %t
// RUN: %{run}
// The same without what makes it fast.
// REDEFINE: %{options} = no_levers=load_first,skip_swap
// RUN: %{run}
// And with the cells of shared memory in the device's.
// REDEFINE: %{options} = no_levers=shared_in_sm
// RUN: %{run}

#include <cstdio>

// 0: a missing barrier
__global__ void reverse(int *a, bool bad) {
  __shared__ int tile[64];
  tile[threadIdx.x] = a[threadIdx.x];
  if (!bad)
    __syncthreads();
  a[threadIdx.x] = tile[63 - threadIdx.x];
}
// 1: bytes, which may be neighbours but not the same
__global__ void bytes(char *a, bool bad) {
  a[bad ? threadIdx.x / 2 : threadIdx.x] = threadIdx.x;
}
// 2: bytes in shared memory
__global__ void sharedBytes(char *a, bool bad) {
  __shared__ char tile[64];
  tile[bad ? threadIdx.x / 2 : threadIdx.x] = threadIdx.x;
  __syncthreads();
  a[threadIdx.x] = tile[threadIdx.x];
}
// 3: four words at a time
typedef int vec4 __attribute__((ext_vector_type(4)));
__global__ void vectors(vec4 *a, bool bad) {
  int at = bad ? threadIdx.x / 2 : threadIdx.x;
  a[at] = vec4{1, 2, 3, int(threadIdx.x)};
}
// 4: blocks
__global__ void overlap(int *a, bool bad) {
  a[blockIdx.x * (bad ? 63 : 64) + threadIdx.x] = blockIdx.x;
}
// 5: atomic and plain
__device__ int counter;
__global__ void count(int *a, bool bad) {
  if (bad && threadIdx.x == 0)
    counter = 1;
  else
    atomicAdd(&counter, 1);
}
// 6: of one warp
__global__ void pairs(int *a, bool bad) {
  extern __shared__ int words[];
  words[threadIdx.x] = threadIdx.x;
  if (!bad)
    __syncwarp();
  a[threadIdx.x] = words[threadIdx.x ^ 1];
}
// 7: a block's atomics, seen by others
__global__ void scopes(int *a, bool bad) {
  atomicAdd_block(&a[bad ? 0 : blockIdx.x], 1);
}
// 8: a barrier of a block in a loop, and none behind the last access
__global__ void scan(int *a, bool bad) {
  __shared__ int sum[64];
  sum[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    int x = threadIdx.x >= d ? sum[threadIdx.x - d] : 0;
    if (!bad)
      __syncthreads();
    sum[threadIdx.x] += x;
    __syncthreads();
  }
  a[threadIdx.x] = sum[threadIdx.x];
}

void run(int k, int *a, bool bad) {
  switch (k) {
  case 0: reverse<<<1, 64>>>(a, bad); break;
  case 1: bytes<<<1, 64>>>((char *)a, bad); break;
  case 2: sharedBytes<<<1, 64>>>((char *)a, bad); break;
  case 3: vectors<<<1, 64>>>((vec4 *)a, bad); break;
  case 4: overlap<<<4, 64>>>(a, bad); break;
  case 5: count<<<4, 64>>>(a, bad); break;
  case 6: pairs<<<1, 64, 256>>>(a, bad); break;
  case 7: scopes<<<4, 64>>>(a, bad); break;
  case 8: scan<<<1, 64>>>(a, bad); break;
  }
  bool ran = cudaDeviceSynchronize() == cudaSuccess;
  std::fprintf(stderr, "%s %d %s\n", bad ? "bad" : "good", k, ran ? "ran" : "failed");
}

int main() {
  int *a;
  cudaMalloc(&a, 4096);
  cudaMemset(a, 0, 4096);
  for (bool bad : {false, true})
    for (int k = 0; k <= 8; ++k)
      run(k, a, bad);
}

// CHECK-NOT: RaceMap
// CHECK: {{^}}good 0 ran
// CHECK-NEXT: good 1 ran
// CHECK-NEXT: good 2 ran
// CHECK-NEXT: good 3 ran
// CHECK-NEXT: good 4 ran
// CHECK-NEXT: good 5 ran
// CHECK-NEXT: good 6 ran
// CHECK-NEXT: good 7 ran
// CHECK-NEXT: good 8 ran

// CHECK: WARNING: RaceMap: data race
// CHECK: the shared variable '{{.*}}tile'
// CHECK: reverse(int*, bool) <<<(1,1,1), (64,1,1)>>>
// CHECK: {{^}}bad 0 ran
// CHECK: WARNING: RaceMap: data race
// CHECK: 1 byte at
// CHECK: -byte allocation
// CHECK: {{^}}bad 1 ran
// CHECK: WARNING: RaceMap: data race
// CHECK: the shared variable '{{.*}}tile'
// CHECK: {{^}}bad 2 ran
// CHECK: WARNING: RaceMap: data race
// CHECK: Write of 16 bytes
// CHECK: {{^}}bad 3 ran
// CHECK: WARNING: RaceMap: data race
// CHECK: by thread ({{[0-9]+}},0,0) of block ([[BLOCK:[0-9]+]],0,0)
// CHECK-NOT: of block ([[BLOCK]],0,0)
// CHECK: {{^}}bad 4 ran
// CHECK: WARNING: RaceMap: data race
// CHECK: 4-byte variable 'counter'
// CHECK: {{^}}bad 5 ran
// CHECK: WARNING: RaceMap: data race
// CHECK: the shared variable 'words'
// CHECK: {{^}}bad 6 ran
// CHECK: WARNING: RaceMap: data race
// CHECK: {{[Aa]}}tomic access
// CHECK: {{^}}bad 7 ran
// CHECK: WARNING: RaceMap: data race
// CHECK: the shared variable '{{.*}}sum'
// CHECK: {{^}}bad 8 ran
