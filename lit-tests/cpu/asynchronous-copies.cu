// cp.async in all the ways that programs say it: their results, what the
// sanitizer keeps quiet about, and what it does not.
// RUN: %runtime
// RUN: %racemap cc --device=cpu --sanitize --budget-ms=1 -w -std=c++17 %s -o %t
// RUN: %t primitives 2>&1 | FileCheck --check-prefix=QUIET %s
// RUN: %t groups 2>&1 | FileCheck --check-prefix=QUIET %s
// RUN: %t pipelined 2>&1 | FileCheck --check-prefix=SUM %s
// RUN: %t barrier 2>&1 | FileCheck --check-prefix=QUIET %s
// RUN: not %t waitsTooLate 2>&1 | FileCheck --check-prefix=LATE %s
// QUIET-NOT: WARNING
// QUIET: 63 0 no error
// SUM-NOT: WARNING
// SUM: 252 0 no error
// LATE: WARNING: RaceMap: data race
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
#include <cstring>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;

__global__ void primitives(int *a) {
  __shared__ int tile[64];
  __pipeline_memcpy_async(&tile[threadIdx.x], &a[threadIdx.x], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  a[64 + threadIdx.x] = tile[63 - threadIdx.x];
}

__global__ void waitsTooLate(int *a) {
  __shared__ int tile[64];
  __pipeline_memcpy_async(&tile[threadIdx.x], &a[threadIdx.x], 4);
  __pipeline_commit();
  __syncthreads();
  a[64 + threadIdx.x] = tile[63 - threadIdx.x];
  __pipeline_wait_prior(0);
}

__global__ void groups(int *a) {
  __shared__ int tile[64];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, tile, a, sizeof tile);
  cg::wait(block);
  a[64 + threadIdx.x] = tile[63 - threadIdx.x];
}

__global__ void pipelined(int *a) {
  __shared__ int tiles[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int sum = 0;
  for (int produced = 0, i = 0; i < 4; ++i) {
    for (; produced < 4 && produced < i + 2; ++produced) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, tiles[produced % 2], a, sizeof tiles[0], pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum += tiles[i % 2][63 - threadIdx.x];
    pipe.consumer_release();
  }
  a[64 + threadIdx.x] = sum;
}

__global__ void barrier(int *a) {
  __shared__ cuda::barrier<cuda::thread_scope_block> copied;
  __shared__ int tile[64];
  auto block = cg::this_thread_block();
  if (threadIdx.x == 0)
    init(&copied, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(block, tile, a, sizeof tile, copied);
  copied.arrive_and_wait();
  a[64 + threadIdx.x] = tile[63 - threadIdx.x];
}

int main(int, char **argv) {
  int *a, host[128];
  for (int i = 0; i < 128; ++i)
    host[i] = i;
  cudaMalloc(&a, sizeof host);
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  const struct {
    const char *name;
    void (*kernel)(int *);
  } kernels[] = {{"primitives", primitives},
                 {"waitsTooLate", waitsTooLate},
                 {"groups", groups},
                 {"pipelined", pipelined},
                 {"barrier", barrier}};
  for (auto &k : kernels)
    if (!strcmp(k.name, argv[1]))
      k.kernel<<<1, 64>>>(a);
  cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d %d %s\n", host[64], host[127],
         cudaGetErrorString(cudaGetLastError()));
}
