// Threads of a grid that arrive at its barrier, do something of their own, and
// wait: what was before the arrivals is before what comes after the waits.
//
// RUN: %runtime
// DEFINE: %{build} = %racemap cc --device=cpu --kernel=^$
// RUN: %{build} %s -o %t.plain
// RUN: bash -c '%t.plain good; echo status $?' 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: %{build} --sanitize %s -o %t
// RUN: bash -c '%t good; echo status $?' 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: env RACEMAP_OPTIONS=seed=4 bash -c '%t good; echo status $?' 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: bash -c '%t early; echo status $?' 2>&1 | FileCheck %s
// RUN: bash -c '%t late; echo status $?' 2>&1 | FileCheck %s --check-prefix=LATE
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>
#include <utility>

constexpr unsigned Blocks = 4, Threads = 64, All = Blocks * Threads;

enum class Way { Good, ReadsBeforeItWaits, WritesAfterItArrived };

template <Way Is> __global__ void shift(int *from, int *to) {
  auto grid = cooperative_groups::this_grid();
  unsigned i = grid.thread_rank();
  for (int round = 0; round < 3; ++round) {
    if constexpr (Is != Way::WritesAfterItArrived)
      from[i] = round + i;
    auto token = grid.barrier_arrive();
    if constexpr (Is == Way::WritesAfterItArrived)
      from[i] = round + i;
    to[i] = 0;
    if constexpr (Is == Way::ReadsBeforeItWaits)
      to[i] = from[(i + Threads) % All];
    grid.barrier_wait(std::move(token));
    to[i] += from[(i + Threads) % All];
    grid.sync();
  }
}

int main(int, char **argv) {
  auto kernel = !std::strcmp(argv[1], "good") ? shift<Way::Good>
                : !std::strcmp(argv[1], "early")
                    ? shift<Way::ReadsBeforeItWaits>
                    : shift<Way::WritesAfterItArrived>;
  int *from, *to;
  cudaMallocManaged(&from, All * sizeof(int));
  cudaMallocManaged(&to, All * sizeof(int));
  void *arguments[] = {&from, &to};
  // Every launch has a barrier that nobody has arrived at.
  for (int launch = 0; launch < 2; ++launch)
    cudaLaunchCooperativeKernel(reinterpret_cast<void *>(kernel), dim3(Blocks),
                                dim3(Threads), arguments, 0, nullptr);
  bool isGood = cudaDeviceSynchronize() == cudaSuccess;
  for (unsigned i = 0; i < All; ++i)
    isGood &= to[i] == int(2 + (i + Threads) % All);
  std::printf("%s\n", isGood ? "shifted" : "not shifted");
}

// GOOD-NOT: WARNING
// GOOD: {{^}}shifted
// GOOD-NEXT: status 0

// CHECK: WARNING: RaceMap: data race
// CHECK: of block
// CHECK: grid-arrive-and-wait.cu:{{27|33}}
// CHECK: SUMMARY
// CHECK: status 66

// LATE: WARNING: RaceMap: data race
// LATE: grid-arrive-and-wait.cu:{{30|35}}
// LATE: SUMMARY
// LATE: status 66
