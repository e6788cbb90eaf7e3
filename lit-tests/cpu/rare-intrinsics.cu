// Intrinsics that few programs use: __fns, the rank of a block whose shared
// memory it is, doubles made bfloat16; against what the host makes of them.
//
// RUN: %runtime
// RUN: %racemap cc --device=cpu --kernel=^$ -arch=sm_90 %s -o %t
// RUN: %t | FileCheck %s
#include <cmath>
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_runtime.h>

__global__ void find(unsigned mask, unsigned *places, unsigned *in_assembly) {
  for (int n = -33; n <= 33; ++n) {
    unsigned at = (n + 33) * 32 + threadIdx.x;
    places[at] = __fns(mask, threadIdx.x, n);
    asm("fns.b32 %0, %1, %2, %3;"
        : "=r"(in_assembly[at])
        : "r"(mask), "r"(threadIdx.x), "r"(n));
  }
}

// As the PTX manual has it.
unsigned found(unsigned mask, int base, int n) {
  if (n == 0)
    return mask >> base & 1 ? base : ~0u;
  int left = std::abs(n) - 1;
  for (int at = base; at >= 0 && at < 32; at += n > 0 ? 1 : -1)
    if (mask >> at & 1 && left-- == 0)
      return at;
  return ~0u;
}

void checkFind() {
  unsigned *places, *in_assembly, wrong = 0;
  cudaMallocManaged(&places, 67 * 32 * sizeof(unsigned));
  cudaMallocManaged(&in_assembly, 67 * 32 * sizeof(unsigned));
  for (unsigned mask : {0u, 1u, 0x80000000u, 0xffffffffu, 0x00f0a511u}) {
    find<<<1, 32>>>(mask, places, in_assembly);
    cudaDeviceSynchronize();
    for (int i = 0; i < 67 * 32; ++i) {
      unsigned right = found(mask, i % 32, i / 32 - 33);
      wrong += places[i] != right || in_assembly[i] != right;
    }
  }
  std::printf("fns: %u wrong\n", wrong);
}

__global__ void __cluster_dims__(4) ranks(unsigned *wrong) {
  __shared__ int mine;
  auto cluster = cooperative_groups::this_cluster();
  for (unsigned r = 0; r < 4; ++r) {
    int *other = cluster.map_shared_rank(&mine, r);
    unsigned address, rank, in_assembly;
    asm("mapa.shared::cluster.u32 %0, %1, %2;"
        : "=r"(address)
        : "r"(unsigned(__cvta_generic_to_shared(&mine))), "r"(r));
    asm("getctarank.shared::cluster.u32 %0, %1;" : "=r"(rank) : "r"(address));
    asm("getctarank.u64 %0, %1;" : "=r"(in_assembly) : "l"(other));
    *wrong += cluster.query_shared_rank(other) != r || rank != r ||
              in_assembly != r;
  }
}

void checkRanks() {
  unsigned *wrong;
  cudaMallocManaged(&wrong, sizeof(unsigned));
  *wrong = 0;
  ranks<<<4, 1>>>(wrong);
  cudaDeviceSynchronize();
  std::printf("ranks: %u wrong\n", *wrong);
}

__global__ void narrow(const double *from, __nv_bfloat16 *to) {
  to[threadIdx.x] = __double2bfloat16(from[threadIdx.x]);
}

// Halfway, and a little to each side of it; the largest; the smallest.
constexpr double From[] = {1.00390625,
                           1.00390625 + 1e-12,
                           1.01171875,
                           1.01171875 - 1e-12,
                           -1.00390625 - 1e-12,
                           1e300,
                           0x1.ffp127,
                           0x1.fefffffffffffp127,
                           9e-41,
                           4.5e-41,
                           -0.0};
constexpr float To[] = {1,        1.0078125f, 1.015625f, 1.0078125f, -1.0078125f,
                        INFINITY, INFINITY,   0x1.fep127f, 0x1p-133f, 0,
                        -0.0f};

void checkNarrow() {
  constexpr unsigned Num = sizeof From / sizeof *From;
  double *from;
  __nv_bfloat16 *to;
  cudaMallocManaged(&from, sizeof From);
  cudaMallocManaged(&to, Num * sizeof *to);
  for (unsigned i = 0; i < Num; ++i)
    from[i] = From[i];
  narrow<<<1, Num>>>(from, to);
  cudaDeviceSynchronize();
  unsigned wrong = 0;
  for (unsigned i = 0; i < Num; ++i)
    wrong += __bfloat162float(to[i]) != To[i] ||
             std::signbit(__bfloat162float(to[i])) != std::signbit(To[i]);
  std::printf("bfloat16: %u wrong\n", wrong);
}

int main() {
  checkFind();   // CHECK: fns: 0 wrong
  checkRanks();  // CHECK: ranks: 0 wrong
  checkNarrow(); // CHECK: bfloat16: 0 wrong
  std::printf("%s\n", cudaGetErrorString(cudaGetLastError())); // CHECK: no error
}
