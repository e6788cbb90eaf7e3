// GridRun - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/GridRun.h"

#include <algorithm>
#include <cassert>
#include <driver_types.h>

namespace racemap::cpu {

static constexpr uint64_t MostThreadsTogether = 4096;

/// Where no thread waits for another block, their order is nobody's concern.
static unsigned numRanges(const Division &D) {
  return D.ThreadsPerFiber > 1 ? D.NumWorkers : 1;
}

GridRun::GridRun(Launch &L, KernelEntry Entry, void **Arguments,
                 std::optional<uint64_t> Seed, const Division &D)
    : L(L), Entry(Entry), Arguments(Arguments), How(D),
      Sequence(Seed, L.Number), Clusters(L.Grid.count() / L.Cluster.count(),
                                         L.Grid.X / L.Cluster.X, numRanges(D)),
      Places(L.Grid.count() / L.Cluster.count(), Sequence) {
  Deadlocks.begin(D.NumWorkers);
}

Batch GridRun::takeClusters(unsigned Worker, uint64_t Most) {
  assert((Most == 1 || !Sequence.isSeeded()) &&
         "which of them follow each other is the seed's");
  Batch Next = Clusters.take(Worker, Most);
  return {Places.at(Next.First), Next.Count};
}

uint64_t GridRun::mostTogether() const {
  uint64_t Fit = MostThreadsTogether / How.ThreadsPerFiber;
  return How.JoinsBlocks ? std::max(Fit, uint64_t(1)) : 1;
}

uint64_t GridRun::blockOf(uint64_t Cluster, uint64_t Rank) const {
  Dim3 Size = L.Cluster, In = Size.at(Rank);
  Dim3 Num = {L.Grid.X / Size.X, L.Grid.Y / Size.Y, L.Grid.Z / Size.Z};
  Dim3 At = Num.at(Cluster);
  uint64_t X = uint64_t(At.X) * Size.X + In.X;
  uint64_t Y = uint64_t(At.Y) * Size.Y + In.Y;
  uint64_t Z = uint64_t(At.Z) * Size.Z + In.Z;
  return (Z * L.Grid.Y + Y) * L.Grid.X + X;
}

void GridRun::arriveAtGrid(BlockRun &B) {
  std::lock_guard<std::mutex> Guard(Lock);
  B.Turn = Turn.load(std::memory_order_relaxed);
  AtGrid.push_back(&B);
  checkGrid();
}

/// With the lock held.
void GridRun::checkGrid() {
  uint64_t All = L.Grid.count();
  // After an error, blocks that were here may be gone.
  if (error() || AtGrid.empty() || AtGrid.size() + NumFinished < All)
    return;
  if (NumFinished)
    return reportStuck(nullptr);
  checkPlaces();
  AtGrid.clear();
  Turn.fetch_add(1, std::memory_order_release);
  Changed.notify_all();
}

/// With the lock held, and all threads of the grid waiting.
void GridRun::checkPlaces() {
  WaitingPlaces Places;
  for (const BlockRun *B : AtGrid)
    if (monitor::isMonitored(B->TheBlock))
      B->addOutside(Places);
  if (!Places.differ())
    return;
  std::vector<WaitingThread> Threads;
  for (BlockRun *B : AtGrid)
    B->describeWaiting(Threads);
  monitor::waitedElsewhere(L, Threads);
}

void GridRun::waitForTurn(uint64_t After) {
  std::unique_lock<std::mutex> Guard(Lock);
  auto Over = [&] { return gridTurn() != After || error(); };
  // An error is set without the lock.
  while (!Changed.wait_for(Guard, std::chrono::milliseconds(50), Over))
    ;
}

void GridRun::finished(BlockRun &) {
  std::lock_guard<std::mutex> Guard(Lock);
  ++NumFinished;
  checkGrid();
}

void GridRun::stuck(BlockRun &B) {
  std::lock_guard<std::mutex> Guard(Lock);
  reportStuck(&B);
}

/// With the lock held.
void GridRun::reportStuck(BlockRun *B) {
  // After an error, blocks that were at the barrier may be gone.
  if (error())
    return;
  std::vector<WaitingThread> Waiting;
  if (B)
    B->describeCluster(Waiting);
  for (BlockRun *Other : AtGrid)
    if (Other != B)
      Other->describeWaiting(Waiting);
  int None = 0;
  // One report, by the first who notices.
  if (Error.compare_exchange_strong(None, cudaErrorLaunchFailure))
    monitor::stuck(L, Waiting);
  Changed.notify_all();
}

void GridRun::fail(int Why) {
  int None = 0;
  Error.compare_exchange_strong(None, Why);
  std::lock_guard<std::mutex> Guard(Lock);
  Changed.notify_all();
}

uint64_t GridRun::clock() {
  return Sequence.isSeeded() ? Asked += 16 : __builtin_readcyclecounter();
}

} // namespace racemap::cpu
