// Operations of a warp: exact masks, lanes that have exited, segments, and
// __activemask in code that diverges.
// RUN: %runtime
// RUN: %racemap cc --device=cpu %s -o %t && %t | FileCheck %s
// RUN: env RACEMAP_OPTIONS=seed=7 %t | FileCheck %s
#include <cstdio>

__global__ void shuffles(int *out) {
  int lane = threadIdx.x;
  out[lane] = __shfl_down_sync(~0u, lane, 3);
  out[32 + lane] = __shfl_up_sync(~0u, lane, 2, 8);
  out[64 + lane] = __shfl_xor_sync(~0u, lane, 5);
  out[96 + lane] = __shfl_sync(~0u, lane * 10, 9, 16);
  double wide = __shfl_sync(~0u, lane * 0.5, 7);
  out[128 + lane] = int(wide * 2);
}

__global__ void votes(unsigned *out) {
  int lane = threadIdx.x;
  if (lane >= 24)
    return; // lanes that have exited are not waited for
  unsigned all = __ballot_sync(~0u, lane % 3 == 0);
  bool any = __any_sync(~0u, lane == 23), every = __all_sync(~0u, lane < 20);
  unsigned same = __match_any_sync(0x00ffffff, lane / 8);
  unsigned sum = __reduce_add_sync(0x00ffffff, lane);
  if (lane == 9)
    out[0] = all, out[1] = any, out[2] = every, out[3] = same, out[4] = sum;
}

__global__ void halves(unsigned *out) {
  unsigned lane = threadIdx.x, mask = lane < 16 ? 0xffff : 0xffff0000;
  // The upper half comes later and more often.
  unsigned sum = lane;
  for (unsigned i = 0; i < (lane < 16 ? 1 : 4); ++i)
    sum += __shfl_xor_sync(mask, sum, 1 << i);
  out[lane] = sum;
}

__global__ void active(unsigned *out) {
  if (threadIdx.x % 4 == 1)
    out[threadIdx.x] = __activemask();
  else
    out[threadIdx.x] = ~__activemask();
}

__global__ void reductions(unsigned *out) {
  unsigned v = threadIdx.x * 0x10000000u;
  unsigned umax = __reduce_max_sync(~0u, v), umin = __reduce_min_sync(~0u, v);
  int max = __reduce_max_sync(~0u, int(v)), min = __reduce_min_sync(~0u, int(v));
  int same = 0;
  __match_all_sync(~0u, v / 0x80000000u, &same);
  if (threadIdx.x == 0)
    out[0] = umax, out[1] = umin, out[2] = max, out[3] = min, out[4] = same;
}

int main() {
  int *p, h[160];
  cudaMalloc(&p, sizeof h);
  auto get = [&] { cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost); };
  shuffles<<<1, 32>>>(p);
  get();
  // CHECK: down 3 31 30 31
  printf("down %d %d %d %d\n", h[0], h[28], h[30], h[31]);
  // CHECK: up 0 1 0 8 29
  printf("up %d %d %d %d %d\n", h[32], h[33], h[34], h[32 + 10], h[32 + 31]);
  // CHECK: xor 5 26 segment 90 250 wide 7
  printf("xor %d %d segment %d %d wide %d\n", h[64], h[64 + 31], h[96],
         h[96 + 20], h[128 + 30]);
  votes<<<1, 32>>>((unsigned *)p);
  get();
  // CHECK: votes 00249249 1 0 0000ff00 276
  printf("votes %08x %d %d %08x %d\n", h[0], h[1], h[2], h[3], h[4]);
  halves<<<1, 32>>>((unsigned *)p);
  get();
  // CHECK: halves 1 29 376
  printf("halves %d %d %d\n", h[0], h[15], h[31]);
  active<<<1, 32>>>((unsigned *)p);
  get();
  // CHECK: active 22222222 22222222
  printf("active %08x %08x\n", h[5], h[6]);
  reductions<<<1, 32>>>((unsigned *)p);
  get();
  // CHECK: reductions f0000000 00000000 70000000 80000000 0
  printf("reductions %08x %08x %08x %08x %d\n", h[0], h[1], h[2], h[3], h[4]);
}
