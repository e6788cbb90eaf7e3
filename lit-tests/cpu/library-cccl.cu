// CUDA's C++ headers, which are inline PTX below: atomics with orders, barriers
// in shared memory, reductions of tiles, 16-bit floats.
// RUN: %racemap cc --device=cpu -w -std=c++17 %s -o %t
// RUN: %t | FileCheck %s
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace cg = cooperative_groups;

__global__ void narrow(float *Out, double D, float F) {
  __nv_bfloat162 Pair = __floats2bfloat162_rn(F, 2 * F);
  Pair = __hfma2(Pair, Pair, Pair);
  Out[0] = __low2float(Pair) + __high2float(Pair);
  __half Half = __double2half(D);
  Out[1] = __half2float(__hadd(Half, __float2half(F)));
  Out[2] = __half2float(hrcp(Half));
  Out[3] = __bfloat162float(__double2bfloat16(D));
}

__global__ void together(int *Out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> Sum(Out[0]);
  Sum.fetch_add(2, cuda::memory_order_acq_rel);
  auto Tile = cg::tiled_partition<32>(cg::this_thread_block());
  int OfTile = cg::reduce(Tile, int(threadIdx.x), cg::plus<int>());
  if (Tile.thread_rank() == 0)
    Out[1 + Tile.meta_group_rank()] = OfTile;
  __shared__ cuda::barrier<cuda::thread_scope_block> Barrier;
  __shared__ int Values[64];
  if (threadIdx.x == 0)
    init(&Barrier, blockDim.x);
  __syncthreads();
  Values[threadIdx.x] = int(threadIdx.x);
  Barrier.arrive_and_wait();
  Out[3 + threadIdx.x] = Values[63 - threadIdx.x];
}

int main() {
  float *Floats;
  int *Integers;
  cudaMallocManaged(&Floats, 64);
  cudaMallocManaged(&Integers, 512);
  narrow<<<1, 1>>>(Floats, 0.5, 1.5f);
  together<<<1, 64>>>(Integers);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  // CHECK: cudaSuccess
  printf("%g %g %g %g\n", Floats[0], Floats[1], Floats[2], Floats[3]);
  // CHECK: 15.75 2 2 0.5
  printf("%d %d %d %d %d\n", Integers[0], Integers[1], Integers[2], Integers[3],
         Integers[66]);
  // CHECK: 128 496 1520 63 0
}
