// BlockRun - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/BlockRun.h"
#include "runtime/cpu/Arena.h"
#include "runtime/cpu/GridRun.h"
#include "runtime/cpu/Worker.h"

#include <boost/context/detail/fcontext.hpp>
#include <cstring>
#include <driver_types.h>

namespace racemap::cpu {

namespace fiber = boost::context::detail;

thread_local Context *Current = nullptr;

Thread *currentThread() { return Current ? Current->T : nullptr; }

void BlockRun::place(uint64_t Index) {
  Launch &L = G.L;
  TheBlock =
      Block{&L, Index, L.Grid.at(Index), Arena::get().slot(Slot), nullptr};
  Common.Shared = TheBlock.Shared;
  Common.BlockIdx = TheBlock.BlockIdx;
  Common.BlockDim = L.BlockDim;
  Common.GridDim = L.Grid;
  Common.ClusterDim = L.Cluster;
  Dim3 At = TheBlock.BlockIdx, In = L.Cluster;
  Common.ClusterIdx = {At.X / In.X, At.Y / In.Y, At.Z / In.Z};
  Common.IndexInCluster = {At.X % In.X, At.Y % In.Y, At.Z % In.Z};
  Common.NumClusters = {L.Grid.X / In.X, L.Grid.Y / In.Y, L.Grid.Z / In.Z};
  Dim3 Rank = Common.IndexInCluster;
  Common.RankInCluster = (Rank.Z * In.Y + Rank.Y) * In.X + Rank.X;
  Common.ClusterSize = unsigned(In.count());
  Common.StaticShared = uint32_t(L.StaticShared);
  Common.DynamicShared = uint32_t(L.DynamicShared);
  Common.LaunchNumber = L.Number;
  Common.Worker = W.Number;
  Common.Run = this;
  memset(TheBlock.Shared + Arena::SlotBytes - ReservedShared, 0,
         ReservedShared);
}

/// What the threads of all blocks of a launch have in common.
void BlockRun::makeThreads() {
  NumThreads = unsigned(G.L.BlockDim.count());
  Threads = std::make_unique<Thread[]>(NumThreads);
  Contexts = std::make_unique<Context[]>(NumThreads);
  unsigned NumWarps = (NumThreads + WarpSize - 1) / WarpSize;
  Requests = std::make_unique<WarpRequest *[]>(size_t(NumWarps) * WarpSize);
  Warps.resize(NumWarps);
  for (unsigned I = 0; I < NumThreads; ++I) {
    Context &C = Contexts[I];
    C.InBlock = &Common;
    C.ThreadIdx = G.L.BlockDim.at(I);
    C.Index = I;
    C.T = &Threads[I];
    Requests[I] = &C.Request;
  }
}

void BlockRun::beginThreads() {
  if (NumThreads == 0)
    makeThreads();
  for (unsigned I = 0; I < NumThreads; ++I) {
    Context &C = Contexts[I];
    Threads[I] = Thread{&TheBlock, I, C.ThreadIdx};
    C.Where = nullptr;
    C.Barrier = -1;
    C.IsOutside = false;
    C.HasProgressed = 1;
  }
}

void BlockRun::begin(uint64_t Index, unsigned InSlot,
                     std::shared_ptr<Cluster> In) {
  Slot = InSlot;
  InCluster = std::move(In);
  InCluster->add(this);
  place(Index);
  beginThreads();
  NumAlive = NumThreads;
  NumOutside = 0;
  WaitsFor = Group::None;
  CurrentWarp = 0;
  TheBarriers.begin(NumThreads);
  for (unsigned I = 0; I < Warps.size(); ++I) {
    unsigned Rest = NumThreads - I * WarpSize;
    Warps[I].begin(Rest >= WarpSize ? ~0u : (1u << Rest) - 1);
  }
  monitor::blockBegins(TheBlock, Threads.get(), NumThreads);
}

void BlockRun::end() {
  for (unsigned I = 0; I < NumThreads; ++I)
    if (Stack *S = Contexts[I].OnStack) {
      W.TheStacks.giveBack(S);
      Contexts[I].OnStack = nullptr;
    }
  monitor::blockEnds(TheBlock);
}

/// Another warp has its turn; false if none has a lane that can run.
bool BlockRun::nextWarp() {
  Order &O = W.Sequence;
  unsigned Num = unsigned(Warps.size());
  unsigned First = O.isSeeded() ? unsigned(O.below(Num)) : CurrentWarp + 1;
  for (unsigned I = 0; I < Num; ++I) {
    Warp &Candidate = Warps[(First + I) % Num];
    if (!Candidate.Ready && !Candidate.converges())
      continue;
    CurrentWarp = (First + I) % Num;
    Candidate.Round = Candidate.Ready;
    return true;
  }
  return false;
}

/// The thread that runs next; null if none can.
Context *BlockRun::next() {
  do {
    Warp &In = Warps[CurrentWarp];
    if (!(In.Round & In.Ready))
      In.converge(&Requests[size_t(CurrentWarp) * WarpSize]);
    if (In.Round & In.Ready) {
      unsigned Lane = W.Sequence.pick(In.Round & In.Ready);
      In.Round &= ~(1u << Lane);
      return &Contexts[CurrentWarp * WarpSize + Lane];
    }
  } while (nextWarp());
  return nullptr;
}

/// Code of the kernel begins here, on its own stack.
static void runThread(fiber::transfer_t From) {
  auto *C = static_cast<Context *>(From.data);
  BlockRun &Run = *C->InBlock->Run;
  GridRun &G = Run.grid();
  Run.entered(From.fctx);
  G.Entry(G.Arguments);
  Run.endThread(*C);
}

bool BlockRun::start(Context &C) {
  C.OnStack = W.TheStacks.take();
  if (!C.OnStack)
    return false;
  // Threads of a warp do not begin at the same place of a page.
  char *High = C.OnStack->High - size_t(C.Index % 16) * 192;
  C.T->StackLow = C.OnStack->Low;
  C.T->StackHigh = C.OnStack->High;
  C.Where =
      fiber::make_fcontext(High, size_t(High - C.OnStack->Low), runThread);
  return true;
}

void BlockRun::resume(Context &C) {
  if (!C.Where && !start(C))
    return G.fail(cudaErrorMemoryAllocation);
  C.Budget = W.Sequence.budget(C.HasProgressed != 0);
  C.HasProgressed = 0;
  Current = &C;
  fiber::transfer_t Back = fiber::jump_fcontext(C.Where, &C);
  Current = nullptr;
  C.Where = Back.fctx;
  bool Idle = Why == Left::Yields && C.HasProgressed == 0;
  IdleTurns = Idle ? IdleTurns + 1 : 0;
  if (Why == Left::Ended)
    ended(C);
}

void BlockRun::entered(void *From) { W.Scheduler = From; }

void BlockRun::leave(Context &C, Left Reason) {
  monitor::givesWay(*C.T);
  Why = Reason;
  W.Scheduler = fiber::jump_fcontext(W.Scheduler, nullptr).fctx;
}

void BlockRun::endThread(Context &C) {
  leave(C, Left::Ended);
  __builtin_unreachable();
}

void BlockRun::giveWay(Context &C) { leave(C, Left::Yields); }

BlockRun::Outcome BlockRun::run() {
  HasProgressed = false;
  IdleTurns = 0;
  while (!G.error()) {
    Context *C = next();
    if (!C)
      break;
    resume(*C);
    HasProgressed |= IdleTurns == 0;
    if (IdleTurns > 2 * NumAlive)
      break;
  }
  if (HasProgressed)
    G.Progress.fetch_add(1, std::memory_order_relaxed);
  if (NumAlive == 0)
    return Outcome::Finished;
  if (IdleTurns || G.error())
    return Outcome::Spinning;
  return isOutside() ? Outcome::Outside : Outcome::Stuck;
}

void BlockRun::ended(Context &C) {
  W.TheStacks.giveBack(C.OnStack);
  C.OnStack = nullptr;
  --NumAlive;
  unsigned InWarp = C.warp();
  Warp &In = Warps[InWarp];
  if (uint32_t Lanes =
          In.exited(C.lane(), &Requests[size_t(InWarp) * WarpSize]))
    tellWarpBarrier(InWarp, Lanes);
  if (auto Done = TheBarriers.exited())
    finish(*Done);
  InCluster->exited();
  if (isOutside())
    announceOutside();
}

void BlockRun::announceOutside() {
  if (WaitsFor == Group::Grid)
    G.arriveAtGrid(*this);
}

} // namespace racemap::cpu
