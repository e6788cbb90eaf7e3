// Threads of a grid that arrive at its barrier, do something of their own, and
// wait: what was before the arrivals is before what comes after the waits.
//
// DEFINE: %{build} = %racemap cc --device=cpu --kernel=^$
// RUN: %{build} %s -o %t.plain
// RUN: bash -c '%t.plain; echo status $?' 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: %{build} --sanitize %s -o %t
// RUN: bash -c '%t; echo status $?' 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: env RACEMAP_OPTIONS=seed=4 bash -c '%t; echo status $?' 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: %{build} --sanitize -DREADS_BEFORE_IT_WAITS %s -o %t.bad
// RUN: bash -c '%t.bad; echo status $?' 2>&1 | FileCheck %s
// RUN: %{build} --sanitize -DWRITES_AFTER_IT_ARRIVED %s -o %t.late
// RUN: bash -c '%t.late; echo status $?' 2>&1 | FileCheck %s --check-prefix=LATE
#include <cooperative_groups.h>
#include <cstdio>
#include <utility>

constexpr unsigned Blocks = 4, Threads = 64, All = Blocks * Threads;

__global__ void shift(int *from, int *to) {
  auto grid = cooperative_groups::this_grid();
  unsigned i = grid.thread_rank();
  for (int round = 0; round < 3; ++round) {
#ifndef WRITES_AFTER_IT_ARRIVED
    from[i] = round + i;
#endif
    auto token = grid.barrier_arrive();
#ifdef WRITES_AFTER_IT_ARRIVED
    from[i] = round + i;
#endif
    to[i] = 0;
#ifdef READS_BEFORE_IT_WAITS
    to[i] = from[(i + Threads) % All];
#endif
    grid.barrier_wait(std::move(token));
    to[i] += from[(i + Threads) % All];
    grid.sync();
  }
}

int main() {
  int *from, *to;
  cudaMallocManaged(&from, All * sizeof(int));
  cudaMallocManaged(&to, All * sizeof(int));
  void *arguments[] = {&from, &to};
  // Every launch has a barrier that nobody has arrived at.
  for (int launch = 0; launch < 2; ++launch)
    cudaLaunchCooperativeKernel(reinterpret_cast<void *>(shift), dim3(Blocks),
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
// CHECK: grid-arrive-and-wait.cu:{{25|33}}
// CHECK: SUMMARY
// CHECK: status 66

// LATE: WARNING: RaceMap: data race
// LATE: grid-arrive-and-wait.cu:{{29|36}}
// LATE: SUMMARY
// LATE: status 66
