// bar.arrive does not wait: what the producers do before it is before what the
// consumers do after their bar.sync, and not the other way round.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: %t good 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty
// RUN: bash -c '%t bad; echo status $?' 2>&1 | FileCheck %s

#include <cstring>

template <bool Good> __global__ void handOver(int *out) {
  __shared__ int full[32], done[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    full[lane] = lane;
    asm volatile("bar.arrive 1, 64;" ::: "memory");
    if constexpr (!Good)
      out[lane] = done[31 - lane];
  } else {
    done[lane] = lane;
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[lane] = full[31 - lane];
  }
}

int main(int, char **argv) {
  int *out;
  cudaMalloc(&out, 32 * sizeof(int));
  auto kernel =
      std::strcmp(argv[1], "good") ? handOver<false> : handOver<true>;
  kernel<<<1, 64>>>(out);
  return cudaGetLastError() != cudaSuccess ||
         cudaDeviceSynchronize() != cudaSuccess;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: the shared variable '{{.*}}done'
// CHECK: status 66
// GOOD-NOT: RaceMap
