// What is not modelled deep within a library is said with the call into it.
//
// RUN: %runtime
// RUN: %racemap check %s --block-dim=256 2>&1 | FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: kernel 'twoWarps({{.*}} is undecided: cooperative_groups::sync: pointer made from an integer
// CHECK: kernel 'piped({{.*}} is undecided: cuda::pipeline::producer_acquire: inline assembly: {{.*}}mbarrier
#include <cooperative_groups.h>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

__global__ void twoWarps(int *out) {
  __shared__ cg::block_tile_memory<256> memory;
  __shared__ int s[256];
  auto tile = cg::tiled_partition<64>(cg::this_thread_block(memory));
  s[threadIdx.x] = threadIdx.x;
  tile.sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 32];
}

__global__ void piped(int *out, const int *in) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ int s[256];
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  pipe.producer_acquire();
  cuda::memcpy_async(block, s, in, sizeof(s), pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[255 - threadIdx.x];
  pipe.consumer_release();
}
