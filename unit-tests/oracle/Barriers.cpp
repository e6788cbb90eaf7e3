// Barriers - when the executor's threads may go on.
//
// All threads wait or have returned. A group's barrier completes when all of
// its participants wait at it; the participants' clocks and those of the
// threads that have returned are joined.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Thread.h"
#include <map>

namespace racemap::oracle {

using map::Scope;

unsigned Executor::clusterOf(unsigned Block) const {
  Dim At = Launch::coordinates(Block, L.GridDim), Clusters, Which;
  for (unsigned D : {0u, 1u, 2u}) {
    Clusters[D] = (L.GridDim[D] + L.ClusterDim[D] - 1) / L.ClusterDim[D];
    Which[D] = At[D] / L.ClusterDim[D];
  }
  return Which[0] + Clusters[0] * (Which[1] + Clusters[1] * Which[2]);
}

/// Every group of a scope that some barrier of the protocol has.
void Executor::findGroups() {
  for (Scope S : {Scope::Warp, Scope::Block, Scope::Cluster, Scope::Grid}) {
    if (llvm::none_of(P.barriers(),
                      [&](const map::Barrier *B) { return B->TheScope == S; }))
      continue;
    std::map<unsigned, Group> Numbered;
    for (unsigned T = 0; T != Threads.size(); ++T) {
      unsigned Number = 0;
      if (S == Scope::Block)
        Number = L.blockOf(T);
      else if (S == Scope::Cluster)
        Number = clusterOf(L.blockOf(T));
      else if (S == Scope::Warp)
        Number = T - T % L.threadsPerBlock() % LanesOfWarp;
      Numbered[Number].push_back(T);
    }
    for (auto &[Number, G] : Numbered)
      Groups.emplace_back(S, std::move(G));
  }
}

bool Executor::completeSome() {
  if (Out.StepLimit)
    return false;
  bool Any = false;
  for (const auto &[S, G] : Groups)
    Any |= S == Scope::Warp ? completeWarp(G) : completeGroup(S, G);
  return Any;
}

bool Executor::completeGroup(Scope S, const Group &G) {
  Group Returned;
  std::map<uint64_t, Group> Waiting; // by number
  for (unsigned T : G) {
    const Thread &X = Threads[T];
    if (X.TheMode == Thread::Mode::Returned)
      Returned.push_back(T);
    else if (X.waitsAt(S))
      X.hasYetToArrive() ? Waiting[X.Number].push_back(T)
                         : void(Waiting[X.Number]);
  }
  for (auto &[Number, Group] : Waiting) {
    BarrierKey Key{S, Number, G.front()};
    BarrierState &State = States[Key];
    bool IsWhole = State.Arrived.empty();
    const auto &Count =
        Group.empty() ? std::nullopt : Threads[Group.front()].Count;
    auto IsMissing = [&](unsigned T) {
      return Threads[T].TheMode != Thread::Mode::Returned &&
             !llvm::is_contained(Group, T) &&
             !llvm::is_contained(State.Arrived, T);
    };
    size_t All = Group.size() + State.Arrived.size();
    if (Count ? All < *Count : llvm::any_of(G, IsMissing))
      continue;
    // They count less than those who have arrived, whose count it is not.
    if (Count && State.Arrived.size() >= *Count)
      continue;
    if (Group.empty() && (IsWhole || S == Scope::Block))
      continue;
    if (Count)
      Group.resize(*Count - State.Arrived.size());
    finish(State, Key, Group, Count ? Executor::Group() : Returned);
    return true;
  }
  return false;
}

bool Executor::completeWarp(const Group &G) {
  unsigned First = G.front();
  std::map<uint32_t, Group> Waiting; // by mask
  for (unsigned T : G)
    if (Threads[T].waitsAt(Scope::Warp))
      Waiting[Threads[T].Mask].push_back(T);
  for (const auto &[Mask, Participants] : Waiting) {
    Group Returned, Met;
    bool Missing = false;
    for (unsigned T : G) {
      bool Named = Mask >> (T - First) & 1;
      const Thread &X = Threads[T];
      if (Named && X.TheMode == Thread::Mode::Returned)
        Returned.push_back(T);
      else if (Named && !llvm::is_contained(Participants, T))
        Missing = true;
      else if (Named)
        Met.push_back(T);
      else if (llvm::is_contained(Participants, T))
        Out.Mixed.insert(X.Waiting->Id); // is not in its own mask
    }
    if (Missing)
      continue;
    // Nobody waits for whoever is not in the mask.
    for (unsigned T : Participants)
      if (!llvm::is_contained(Met, T))
        complete({T}, {});
    if (!Met.empty())
      complete(Met, Returned);
    return true;
  }
  return false;
}

void Executor::goOn(unsigned T, const std::vector<unsigned> &Joined) {
  join(Threads[T].Clock, Joined);
  newEpoch(T);
  Threads[T].TheMode = Thread::Mode::Runs;
}

void Executor::complete(const Group &Participants, const Group &Returned) {
  judge(Participants, Returned);
  std::vector<unsigned> Joined;
  for (const Group *G : {&Participants, &Returned})
    for (unsigned T : *G)
      join(Joined, Threads[T].Clock);
  for (unsigned T : Participants) {
    goOn(T, Joined);
    ++Threads[T].At;
  }
}

/// Did the participants and those that have returned meet as written?
void Executor::judge(const Group &Participants, const Group &Returned) {
  auto Place = Threads[Participants.front()].place(TheCode);
  bool Same = llvm::all_of(Participants, [&](unsigned T) {
    return Threads[T].place(TheCode) == Place;
  });
  for (unsigned T : Participants) {
    if (!Same)
      Out.Mixed.insert(Threads[T].Waiting->Id);
    for (unsigned Gone : Returned)
      returnedWithout(Threads[Gone], Threads[T]);
  }
}

/// Where Gone has ended, seen from the barrier at which Waiting waits.
void Executor::returnedWithout(const Thread &Gone, const Thread &Waiting) {
  unsigned Id = Waiting.Waiting->Id;
  if (!TheCode.Instructions[Gone.At].TheStmt) { // the end of the kernel
    Out.PassedBy.insert(Id);
    return;
  }
  auto There = Gone.place(TheCode), Here = Waiting.place(TheCode);
  const auto &Steps = TheCode.Instructions[Waiting.At].Place;
  for (size_t I = 0; I != std::min(There.size(), Here.size()); ++I) {
    if (There[I] == Here[I])
      continue;
    if (Steps[I].TheKind == Step::Kind::Branch)
      Out.Beside.insert(Id);
    else if (There[I] < Here[I])
      Out.EarlyExit.insert(Id);
    else
      Out.PassedBy.insert(Id);
    return;
  }
}

} // namespace racemap::oracle
