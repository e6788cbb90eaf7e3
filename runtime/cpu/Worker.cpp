// Worker - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Worker.h"
#include "runtime/cpu/Arena.h"

#include <thread>

namespace racemap::cpu {

/// A worker has several blocks at the same time only because they wait for each
/// other; with a seed, up to so many at any time.
static constexpr unsigned MostMixed = 4;

/// After so much time, or with a seed so many turns of threads, in which all
/// only waited, they do so forever. The time is for the host, which may have to
/// write what they wait for.
static constexpr std::chrono::seconds MostIdle{5};
static constexpr uint64_t MostIdleTurns = 1 << 21;

Worker::Worker(unsigned Number, unsigned NumWorkers) : Number(Number) {
  unsigned Share = Arena::NumSlots / NumWorkers;
  for (unsigned I = Share; I-- > 0;)
    FreeSlots.push_back(Number * Share + I);
}

void Worker::startBlock(GridRun &G, uint64_t Index,
                        const std::shared_ptr<Cluster> &In) {
  if (!Spare.empty()) {
    Resident.push_back(std::move(Spare.back()));
    Spare.pop_back();
  } else {
    Resident.push_back(std::make_unique<BlockRun>(G, *this));
  }
  unsigned Slot = FreeSlots.back();
  FreeSlots.pop_back();
  Resident.back()->begin(Index, Slot, In);
}

/// The blocks of a cluster run at the same time.
bool Worker::startCluster(GridRun &G) {
  uint64_t Size = G.L.Cluster.count();
  if (FreeSlots.size() < Size)
    return false;
  Batch Next = G.takeClusters(Number, 1);
  if (Next.Count == 0)
    return false;
  auto In = std::make_shared<Cluster>(Size * G.numFibers());
  for (uint64_t Rank = 0; Rank < Size; ++Rank)
    startBlock(G, G.blockOf(Next.First, Rank), In);
  return true;
}

void Worker::finish(GridRun &G, size_t Place) {
  BlockRun &B = *Resident[Place];
  B.end();
  FreeSlots.push_back(B.Slot);
  G.finished(B);
  Spare.push_back(std::move(Resident[Place]));
  Resident.erase(Resident.begin() + ptrdiff_t(Place));
}

bool Worker::isReleased(GridRun &G, const BlockRun &B) const {
  return B.WaitsFor == BlockRun::Group::Grid && G.gridTurn() != B.Turn;
}

/// One block has its turn; true if anything happened.
bool Worker::turn(GridRun &G) {
  At = Sequence.isSeeded() ? Sequence.below(Resident.size())
                           : At % Resident.size();
  BlockRun &B = *Resident[At];
  if (B.isOutside()) {
    if (!isReleased(G, B)) {
      ++At;
      return false;
    }
    B.release();
  }
  BlockRun::Outcome Now = B.run();
  IdleTurns += B.numIdleTurns();
  switch (Now) {
  case BlockRun::Outcome::Finished:
    finish(G, At);
    return true;
  case BlockRun::Outcome::Spinning:
  case BlockRun::Outcome::Outside:
    ++At;
    break;
  case BlockRun::Outcome::Stuck:
    G.stuck(B);
    break;
  }
  return B.HasProgressed;
}

void Worker::setIdle(GridRun &G, bool Now) {
  if (Now == IsIdle)
    return;
  IsIdle = Now;
  G.Deadlocks.setBusy(Number, !Now);
  IdleSince = Clock::now();
  IdleTurns = Looks = 0;
  SeenProgress = G.Deadlocks.progress();
}

/// All threads of all workers have only waited, and for long.
bool Worker::isForever(GridRun &G) {
  uint64_t Now = G.Deadlocks.progress();
  if (G.Deadlocks.anyBusy() || Now != SeenProgress) {
    SeenProgress = Now;
    IdleSince = Clock::now();
    IdleTurns = Looks = 0;
  }
  ++Looks;
  if (Looks > Resident.size())
    G.Deadlocks.looksInVain(Number, Now);
  return Sequence.isSeeded() ? IdleTurns > MostIdleTurns
                             : Clock::now() - IdleSince > MostIdle &&
                                   G.Deadlocks.isDeadlocked(Now, G.gridTurn());
}

void Worker::waitForTurn(GridRun &G) {
  uint64_t Last = Resident.front()->Turn;
  G.Deadlocks.waitsForTurn(Number, Last);
  G.waitForTurn(Last);
}

/// No thread of this worker can do anything but wait.
void Worker::idle(GridRun &G) {
  setIdle(G, true);
  BlockRun *Spinning = nullptr, *InCluster = nullptr;
  for (auto &B : Resident) {
    if (B->isOutside() && isReleased(G, *B))
      return;
    if (!B->isOutside())
      Spinning = B.get();
    else if (B->WaitsFor == BlockRun::Group::Cluster)
      InCluster = B.get();
  }
  // All blocks of its cluster are here, and none can go on.
  if (!Spinning && InCluster)
    return G.stuck(*InCluster);
  if (!Spinning)
    return waitForTurn(G);
  if (isForever(G))
    G.stuck(*Spinning);
  // With a seed there is no other worker, and turns are counted: to whom the
  // core would go has nothing to do with this launch.
  if (!Sequence.isSeeded())
    std::this_thread::yield();
}

/// The launch has failed: nothing of what is left runs.
void Worker::giveUp(GridRun &G) {
  while (!Resident.empty())
    finish(G, Resident.size() - 1);
}

bool Worker::wantsBlock() {
  return Resident.size() < NumMixed || Waited >= Resident.size();
}

void Worker::run(GridRun &G) {
  Notes.isThisThread();
  Sequence = G.Sequence;
  NumMixed = Sequence.isSeeded() ? 1 + Sequence.below(MostMixed) : 1;
  IsIdle = false;
  Waited = 0;
  while (!G.error()) {
    bool Started = false;
    for (; wantsBlock() && startCluster(G); Started = true)
      Waited = 0;
    if (Resident.empty())
      break;
    if (!Started && Waited >= Resident.size())
      idle(G);
    bool Happened = turn(G);
    Waited = Happened ? 0 : Waited + 1;
    if (Happened)
      setIdle(G, false);
  }
  giveUp(G);
  Spare.clear();
  setIdle(G, true);
  G.Deadlocks.ended(Number);
}

} // namespace racemap::cpu
