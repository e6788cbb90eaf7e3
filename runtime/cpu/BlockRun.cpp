// BlockRun - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/BlockRun.h"
#include "runtime/cpu/Arena.h"
#include "runtime/cpu/GridRun.h"
#include "runtime/cpu/Section.h"
#include "runtime/cpu/Worker.h"

#include <algorithm>
#include <bit>
#include <boost/context/detail/fcontext.hpp>
#include <cstring>
#include <driver_types.h>
#include <utility>

namespace racemap::cpu {

namespace fiber = boost::context::detail;

constinit thread_local Context *Current = nullptr;

Thread *currentThread() { return Current ? Current->T : nullptr; }

BlockRun::BlockRun(GridRun &G, Worker &W) : G(G), W(W) {
  const Launch &L = G.L;
  Dim3 In = L.Cluster;
  Common.BlockDim = L.BlockDim;
  Common.GridDim = L.Grid;
  Common.ClusterDim = In;
  Common.NumClusters = {L.Grid.X / In.X, L.Grid.Y / In.Y, L.Grid.Z / In.Z};
  Common.ClusterSize = unsigned(In.count());
  Common.StaticShared = uint32_t(L.StaticShared);
  Common.DynamicShared = uint32_t(L.DynamicShared);
  Common.LaunchNumber = L.Number;
  Common.GridWorkspace = L.GridWorkspace;
  Common.Worker = W.Number;
  Common.Error = &G.errorFlag();
  Common.Run = this;
}

void BlockRun::place(uint64_t Index, unsigned Joined) {
  Launch &L = G.L;
  W.TheFrames.giveBack();
  TheBlock =
      Block{&L, Index, L.Grid.at(Index), Arena::get().slot(Slot), nullptr};
  Common.Shared = TheBlock.Shared;
  Dim3 At = TheBlock.BlockIdx, In = L.Cluster;
  Common.BlockIdx = At;
  NumJoined = Joined;
  Common.RowLength = Joined * L.BlockDim.X;
  Common.ClusterIdx = {At.X / In.X, At.Y / In.Y, At.Z / In.Z};
  Dim3 Rank = {At.X % In.X, At.Y % In.Y, At.Z % In.Z};
  Common.IndexInCluster = Rank;
  Common.RankInCluster = (Rank.Z * In.Y + Rank.Y) * In.X + Rank.X;
  memset(TheBlock.Shared + Arena::SlotBytes - ReservedShared, 0,
         ReservedShared);
}

/// What the threads of all blocks of a launch have in common. Of those that
/// run on one fiber, the first stands for all.
void BlockRun::makeThreads() {
  NumThreads = G.numFibers();
  Threads = std::make_unique<Thread[]>(NumThreads);
  Contexts = std::make_unique<Context[]>(NumThreads);
  unsigned NumWarps = (NumThreads + WarpSize - 1) / WarpSize;
  Requests = std::make_unique<WarpRequest *[]>(size_t(NumWarps) * WarpSize);
  Warps.resize(NumWarps);
  Firsts.resize(NumWarps);
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
  if (G.How.ThreadsPerFiber > 1) // the last one of another block was there
    Contexts[0].ThreadIdx = {0, 0, 0};
  for (unsigned I = 0; I < NumThreads; ++I) {
    Context &C = Contexts[I];
    Threads[I] = Thread{&TheBlock, I, C.ThreadIdx};
    C.Where = nullptr;
    C.Barrier = -1;
    C.IsOutside = false;
    C.HasProgressed = 1;
    C.Sections = 0;
    if (W.Sequence.isSeeded())
      setPriority(C, W.Sequence.priority());
  }
}

void BlockRun::begin(uint64_t Index, unsigned InSlot,
                     std::shared_ptr<Cluster> In) {
  Slot = InSlot;
  InCluster = std::move(In);
  InCluster->add(this);
  place(Index, 1);
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
  unsigned Num = unsigned(Warps.size());
  unsigned First = CurrentWarp + 1;
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

/// Lanes that can go on without those that are left over do.
void BlockRun::converge(unsigned InWarp) {
  WarpRequest *const *Of = &Requests[size_t(InWarp) * WarpSize];
  uint32_t Lanes = Warps[InWarp].converge(Of);
  if (Lanes == 0)
    return;
  tellWarpBarrier(InWarp, Lanes);
  // They may do nothing but wait for another warp, which has its turn first.
  if (Of[std::countr_zero(Lanes)]->Operation == WarpOperation::Lockstep)
    Warps[InWarp].Round &= ~Lanes;
}

/// The thread that runs next; null if none can.
Context *BlockRun::next() {
  if (W.Sequence.isSeeded())
    return nextByPriority();
  do {
    Warp &In = Warps[CurrentWarp];
    if (!(In.Round & In.Ready))
      converge(CurrentWarp);
    if (In.Round & In.Ready) {
      unsigned Lane = unsigned(std::countr_zero(In.Round & In.Ready));
      In.Round &= ~(1u << Lane);
      return &Contexts[CurrentWarp * WarpSize + Lane];
    }
  } while (nextWarp());
  return nullptr;
}

void BlockRun::setPriority(Context &C, uint64_t To) {
  C.Priority = To;
  Firsts[C.warp()] = {};
}

/// Of the lanes that can run; null if there are none.
Context *BlockRun::firstOf(unsigned InWarp) {
  First &Known = Firsts[InWarp];
  uint32_t Ready = Warps[InWarp].Ready;
  if (Known.Ready == Ready)
    return Known.Lane;
  Known = {Ready, nullptr};
  for (uint32_t Rest = Ready; Rest; Rest &= Rest - 1) {
    Context &C = Contexts[InWarp * WarpSize + std::countr_zero(Rest)];
    if (!Known.Lane || C.Priority > Known.Lane->Priority)
      Known.Lane = &C;
  }
  return Known.Lane;
}

/// A round of a warp is over when each of its lanes has had a turn that was
/// not more than waiting, or waits.
Context *BlockRun::nextByPriority() {
  Context *Best = nullptr;
  for (unsigned I = 0; I < Warps.size(); ++I) {
    Warp &In = Warps[I];
    if (!(In.Round & In.Ready)) {
      if (In.converges())
        converge(I);
      In.Round = In.Ready;
    }
    if (Context *C = firstOf(I); C && (!Best || C->Priority > Best->Priority))
      Best = C;
  }
  return Best;
}

/// What is on a stack of its own begins here.
static void runThread(fiber::transfer_t From) {
  BlockRun &Run = *Current->InBlock->Run;
  Run.entered(From.fctx, From.data);
  do
    Run.runThreads(*Current);
  while (Run.handsOver());
}

/// Those of a fiber. If these are all of the block, the fiber goes on with the
/// next block that no worker has. The kernel's code has nothing in front of it
/// that says of which type it is, where there may be no memory at all.
[[clang::no_sanitize("function")]] void BlockRun::runThreads(Context &C) {
  G.Entry(G.Arguments, C.Index, G.How.ThreadsPerFiber);
  while (G.How.ThreadsPerFiber > 1 && !G.error() && goesOn(C))
    G.Entry(G.Arguments, 0, NumJoined * G.How.ThreadsPerFiber);
}

/// What end() and begin() do, as far as it matters where nobody waits. A block
/// is a cluster.
bool BlockRun::goesOn(Context &C) {
  if (G.L.Cluster.count() > 1)
    return false;
  Batch Next = G.takeClusters(W.Number, G.mostTogether());
  if (Next.Count == 0)
    return false;
  Section In;
  monitor::blockEnds(TheBlock);
  place(Next.First, unsigned(Next.Count));
  *C.T = Thread{&TheBlock, 0, {0, 0, 0}, C.T->StackLow, C.T->StackHigh};
  C.ThreadIdx = C.T->ThreadIdx;
  monitor::blockBegins(TheBlock, C.T, 1);
  return true;
}

char *BlockRun::frames(size_t Bytes) { return W.TheFrames.take(Bytes); }

bool BlockRun::isInFrames(const char *P, size_t Bytes) const {
  return W.TheFrames.has(P, Bytes);
}

bool BlockRun::isAnyThread() const {
  return G.How.ThreadsPerFiber > 1 && !G.How.KnowsThreads;
}

void BlockRun::useStack(Context &C, Stack *S) {
  C.OnStack = S;
  C.T->StackLow = S->Low;
  C.T->StackHigh = S->High;
}

bool BlockRun::start(Context &C) {
  Stack *S = W.TheStacks.take();
  if (!S)
    return false;
  useStack(C, S);
  // Threads of a warp do not begin at the same place of a page.
  char *High = S->High - size_t(C.Index % 64) * 192;
  S->Notes.begins(S->Low, S->High);
  C.Where = fiber::make_fcontext(High, size_t(High - S->Low), runThread);
  return true;
}

/// C runs from now on.
void BlockRun::setOut(Context &C) {
  C.Budget = W.Sequence.budget(C.HasProgressed != 0);
  C.HasProgressed = 0;
  Current = &C;
}

bool BlockRun::prepare(Context &C) {
  if (!C.Where && !start(C)) {
    G.fail(cudaErrorMemoryAllocation);
    return false;
  }
  setOut(C);
  return true;
}

/// The worker lets C run.
void BlockRun::resume(Context &C) {
  if (!prepare(C))
    return;
  C.OnStack->Notes.isNext(W.Notes);
  fiber::transfer_t Back = fiber::jump_fcontext(C.Where, nullptr);
  W.Notes.runs();
  Current = nullptr;
  static_cast<Context *>(Back.data)->Where = Back.fctx;
}

/// Who jumped here is a thread that can go on from there, or the worker.
void BlockRun::entered(void *From, void *Who) {
  Current->OnStack->Notes.runs(Who ? nullptr : &W.Notes);
  (Who ? static_cast<Context *>(Who)->Where : W.Scheduler) = From;
}

/// C has had its turn. The thread that is next; null if there is none, or if
/// the worker has to look.
Context *BlockRun::following(Context &C, Left Why) {
  monitor::givesWay(*C.T);
  bool Idle = Why == Left::Yields && C.HasProgressed == 0;
  IdleTurns = Idle ? IdleTurns + 1 : 0;
  HasProgressed |= IdleTurns == 0;
  if (Why == Left::Ended)
    ended(C);
  GivesWay = W.Sequence.isSeeded() && changes(C, Idle);
  return G.error() || GivesWay || IdleTurns > 2 * NumAlive ? nullptr : next();
}

/// C has had its turn, with a seed. True if another block is to have the next.
bool BlockRun::changes(Context &C, bool Idle) {
  Order::Change Now = W.Sequence.spent(C.Budget);
  if (Idle || Now == Order::Change::Thread) {
    Warps[C.warp()].Round &= ~(1u << C.lane());
    setPriority(C, W.Sequence.lowest());
  }
  return Now == Order::Change::Block;
}

/// From From, which is on stack Of, to Next or, if there is none, to the
/// worker. Comes back when it is From's turn, which is never if it IsOver.
inline void BlockRun::switchTo(Context &From, Stack &Of, Context *Next,
                               bool IsOver) {
  void *To = Next ? Next->Where : W.Scheduler;
  (Next ? Next->OnStack->Notes : W.Notes).isNext(Of.Notes, IsOver);
  fiber::transfer_t Back = fiber::jump_fcontext(To, &From);
  entered(Back.fctx, Back.data);
}

inline void BlockRun::leave(Context &C, Left Why) {
  Context *Next = following(C, Why);
  if (Next && !prepare(*Next))
    Next = nullptr;
  if (Next != &C)
    switchTo(C, *C.OnStack, Next);
}

bool BlockRun::handsOver() {
  Context &C = *Current;
  Stack *S = C.OnStack;
  C.OnStack = nullptr;
  Context *Next = nullptr;
  {
    Section In;
    Next = following(C, Left::Ended);
  }
  if (Next && !Next->Where) {
    useStack(*Next, S);
    Next->Where = S;
    setOut(*Next);
    return true;
  }
  W.TheStacks.giveBack(S);
  if (Next)
    setOut(*Next);
  switchTo(C, *S, Next, /*IsOver=*/true);
  __builtin_unreachable();
}

/// Not from the end of its code: what is on the stack is in use until it has
/// been left, so that the worker begins the next thread.
void BlockRun::endThread(Context &C) {
  Stack *S = std::exchange(C.OnStack, nullptr);
  W.TheStacks.giveBack(S);
  Context *Next = following(C, Left::Ended);
  if (Next && !Next->Where)
    Then = std::exchange(Next, nullptr);
  if (Next)
    setOut(*Next);
  switchTo(C, *S, Next, /*IsOver=*/true);
  __builtin_unreachable();
}

void BlockRun::giveWay(Context &C) { leave(C, Left::Yields); }

void BlockRun::rest(Context &C) { leave(C, Left::Waits); }

uint64_t BlockRun::arrive(Context &C, BarrierArrival A) {
  C.HasProgressed = 1;
  if (A.Waits) {
    C.Barrier = int(A.Id);
    Warp &In = Warps[C.warp()];
    In.Ready &= ~(1u << C.lane());
    In.Round &= ~(1u << C.lane());
  } else {
    monitor::namedArrival(*C.T, A.Id);
  }
  if (const BarrierDone *Done = TheBarriers.arrive(A))
    finish(*Done);
  if (C.Barrier >= 0)
    leave(C, Left::Waits);
  return C.BarrierCame | uint64_t(C.BarrierTrue) << 32;
}

BlockRun::Outcome BlockRun::run() {
  HasProgressed = GivesWay = false;
  IdleTurns = 0;
  Then = nullptr;
  if (Context *C = G.error() ? nullptr : next())
    for (resume(*C); Then;)
      resume(*std::exchange(Then, nullptr));
  if (HasProgressed)
    G.Deadlocks.progressed();
  if (NumAlive == 0)
    return Outcome::Finished;
  if (IdleTurns || GivesWay || G.error())
    return Outcome::Spinning;
  return isOutside() ? Outcome::Outside : Outcome::Stuck;
}

void BlockRun::ended(Context &C) {
  --NumAlive;
  unsigned InWarp = C.warp();
  Warp &In = Warps[InWarp];
  if (uint32_t Lanes =
          In.exited(C.lane(), &Requests[size_t(InWarp) * WarpSize]))
    tellWarpBarrier(InWarp, Lanes);
  if (const BarrierDone *Done = TheBarriers.exited())
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
