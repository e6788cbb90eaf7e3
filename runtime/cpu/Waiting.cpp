// Waiting - how threads of a block come to barriers and to operations of their
// warp, and go on.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Arena.h"
#include "runtime/cpu/BlockRun.h"
#include "runtime/cpu/GridRun.h"

#include <algorithm>
#include <bit>
#include <cstdio>

namespace racemap::cpu {

/// "__shfl_down_sync mask 0x0000ffff"
static std::string textOf(const WarpRequest &R) {
  if (R.IsConverging)
    return nameOf(R);
  char Text[96];
  snprintf(Text, sizeof Text, "%s mask 0x%08x", nameOf(R), R.Mask);
  return Text;
}

void BlockRun::wake(unsigned Thread) {
  Warp &In = Warps[Thread / WarpSize];
  In.Ready |= 1u << Thread % WarpSize;
  In.Round |= 1u << Thread % WarpSize;
}

/// CUDA wants all threads of a block at the same __syncthreads(). Who names a
/// barrier of PTX, or counts its threads, may have them come from anywhere.
void BlockRun::checkPlaces(const BarrierDone &Done) {
  if (Done.Id != 0 || !monitor::isMonitored(TheBlock))
    return;
  WaitingPlaces Places;
  for (unsigned I : Done.Waiting)
    Places.add(Contexts[I].Place);
  if (!Places.differ())
    return;
  // By thread, so that a report does not depend on who came first.
  std::vector<unsigned> Order = Done.Waiting;
  std::sort(Order.begin(), Order.end());
  std::vector<WaitingThread> All;
  for (unsigned I : Order)
    All.push_back(describe(I));
  monitor::waitedElsewhere(G.L, All);
}

void BlockRun::finish(const BarrierDone &Done) {
  if (Done.IsWholeBlock) {
    checkPlaces(Done);
    monitor::blockBarrier(TheBlock);
  } else {
    std::vector<Thread *> All;
    for (unsigned I : Done.Waiting)
      All.push_back(&Threads[I]);
    monitor::namedBarrier(All.data(), unsigned(All.size()), Done.Id);
  }
  for (unsigned I : Done.Waiting) {
    Contexts[I].Barrier = -1;
    Contexts[I].BarrierTrue = Done.NumTrue;
    Contexts[I].BarrierCame = unsigned(Done.Came.size());
    wake(I);
  }
}

void BlockRun::tellWarpBarrier(unsigned InWarp, uint32_t Lanes) {
  WarpRequest *const *Of = &Requests[size_t(InWarp) * WarpSize];
  for (uint32_t Rest = Lanes; Rest;) {
    // Several barriers may be done at once, each with a mask of its own.
    unsigned First = std::countr_zero(Rest);
    const WarpRequest &R = *Of[First];
    if (!R.isInMask(First)) {
      Rest &= Rest - 1; // it meets nobody
      continue;
    }
    Thread *Members[WarpSize];
    unsigned Num = 0;
    for (uint32_t Look = Rest; Look; Look &= Look - 1) {
      unsigned Lane = std::countr_zero(Look);
      if (!Of[Lane]->joins(R))
        continue;
      Members[Num++] = &Threads[InWarp * WarpSize + Lane];
      Rest &= ~(1u << Lane);
    }
    // The mask says who takes part: a lane that has exited has come by that.
    unsigned Exist = std::min(NumThreads - InWarp * WarpSize, WarpSize);
    for (unsigned Lane = 0; Lane < Exist; ++Lane)
      if (R.Mask & ~Warps[InWarp].Alive & 1u << Lane)
        Members[Num++] = &Threads[InWarp * WarpSize + Lane];
    if (R.Operation == WarpOperation::Sync)
      monitor::warpBarrier(Members, Num);
    if (R.Operation == WarpOperation::Lockstep)
      monitor::keepStep(Members, Num);
  }
}

/// CUDA wants each lane that comes to be in the mask that it gives.
void BlockRun::checkMask(const Context &C) {
  if (C.Request.isInMask(C.lane()) || !monitor::isMonitored(TheBlock))
    return;
  WaitingThread Lane = describe(C.Index);
  Lane.At = textOf(C.Request);
  monitor::outsideItsMask(G.L, Lane);
}

void BlockRun::join(Context &C) {
  checkMask(C);
  // Who waits for nobody may do so in a loop that waits for ever.
  if (C.Request.isInMask(C.lane()))
    C.HasProgressed = 1;
  unsigned InWarp = C.warp();
  Warp &In = Warps[InWarp];
  if (uint32_t Lanes =
          In.arrive(C.lane(), &Requests[size_t(InWarp) * WarpSize])) {
    tellWarpBarrier(InWarp, Lanes);
    In.Round &= ~(1u << C.lane());
    return;
  }
  rest(C);
}

void BlockRun::keepStep(Context &C, bool MayWait) {
  if (!MayWait)
    C.HasProgressed = 1;
  unsigned InWarp = C.warp();
  Warps[InWarp].arrive(C.lane(), &Requests[size_t(InWarp) * WarpSize]);
  giveWay(C);
}

void BlockRun::waitOutside(Context &C, Group For) {
  C.HasProgressed = 1;
  Warp &In = Warps[C.warp()];
  In.Ready &= ~(1u << C.lane());
  In.Round &= ~(1u << C.lane());
  C.IsOutside = true;
  WaitsFor = For;
  if (++NumOutside == NumAlive)
    announceOutside();
  rest(C);
}

void BlockRun::arriveAtCluster(Context &C) {
  C.HasProgressed = 1;
  monitor::clusterArrival(*C.T);
  C.ClusterTurn = InCluster->arrive();
}

void BlockRun::waitForCluster(Context &C) {
  if (!InCluster->isDone(C.ClusterTurn))
    waitOutside(C, Group::Cluster);
}

char *BlockRun::mapShared(char *P, uint32_t Rank) const {
  BlockRun *Other = InCluster->member(Rank);
  return Other ? Other->TheBlock.Shared + (P - TheBlock.Shared) : nullptr;
}

std::optional<uint32_t> BlockRun::rankOfShared(const char *P) const {
  for (uint32_t Rank = 0; BlockRun *Other = InCluster->member(Rank); ++Rank)
    if (size_t(P - Other->TheBlock.Shared) < Arena::SlotBytes)
      return Rank;
  return std::nullopt;
}

void BlockRun::release() {
  WaitsFor = Group::None;
  NumOutside = 0;
  for (unsigned I = 0; I < NumThreads; ++I)
    if (Contexts[I].IsOutside) {
      Contexts[I].IsOutside = false;
      wake(I);
    }
}

/// It can run, or will as soon as others of its warp have come where it is.
static bool isSpinning(const Context &C, const Warp &In) {
  bool Meets = In.converges() && C.Request.IsConverging &&
               C.Request.Operation == WarpOperation::Lockstep;
  return Meets || (In.Ready >> C.lane() & 1) != 0;
}

static std::string placeOf(const Context &C, const Warp &In,
                           BlockRun::Group WaitsFor) {
  char Text[96];
  const WarpRequest &R = C.Request;
  if (C.IsOutside)
    return WaitsFor == BlockRun::Group::Cluster ? "the cluster's barrier"
                                                : "the grid's barrier";
  if (C.Barrier > 0) {
    snprintf(Text, sizeof Text, "barrier %d", C.Barrier);
    return Text;
  }
  if (C.Barrier == 0)
    return "__syncthreads";
  if (isSpinning(C, In))
    return "a loop that waits";
  return textOf(R);
}

static fsm::Scope scopeOf(const Context &C, BlockRun::Group WaitsFor) {
  if (C.IsOutside)
    return WaitsFor == BlockRun::Group::Cluster ? fsm::Scope::Cluster
                                                : fsm::Scope::Grid;
  return C.Barrier >= 0 ? fsm::Scope::Block : fsm::Scope::Warp;
}

WaitingThread BlockRun::describe(unsigned Thread) const {
  const Context &C = Contexts[Thread];
  const Warp &In = Warps[C.warp()];
  WaitingThread Waiting;
  Waiting.T = &Threads[Thread];
  Waiting.At = placeOf(C, In, WaitsFor);
  Waiting.IsSpinning = isSpinning(C, In);
  Waiting.Place = C.Place;
  Waiting.For = scopeOf(C, WaitsFor);
  return Waiting;
}

void BlockRun::describeWaiting(std::vector<WaitingThread> &Out) {
  for (unsigned I = 0; I < NumThreads; ++I)
    if (Warps[I / WarpSize].Alive >> I % WarpSize & 1)
      Out.push_back(describe(I));
}

void BlockRun::addOutside(WaitingPlaces &To) const {
  for (unsigned I = 0; I < NumThreads; ++I)
    if (Contexts[I].IsOutside)
      To.add(Contexts[I].Place);
}

void BlockRun::describeCluster(std::vector<WaitingThread> &Out) {
  describeWaiting(Out);
  for (uint32_t Rank = 0; BlockRun *Other = InCluster->member(Rank); ++Rank)
    if (Other != this && Other->isOutside() &&
        Other->WaitsFor == Group::Cluster)
      Other->describeWaiting(Out);
}

} // namespace racemap::cpu
