// ThreadHistory - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/ThreadHistory.h"

#include <algorithm>

namespace racemap::cpu {

using fsm::Scope;

static void tell(SharedKnowledge &To, const SharedKnowledge &What, bool Ends) {
  To = Ends ? What : joined(To, What);
}

void Releases::publish(const KnowledgeByScope &By, Scope Within, const Event &E,
                       bool Ends) {
  if (Ends) {
    Blocks.clear();
    Clusters.clear();
    Grid.reset();
  }
  tell(Blocks[E.Rank], By[unsigned(Scope::Block)], Ends);
  if (Within >= Scope::Cluster)
    tell(Clusters[E.Cluster], By[unsigned(Scope::Cluster)], Ends);
  if (Within >= Scope::Grid)
    tell(Grid, By[unsigned(Scope::Grid)], Ends);
}

static SharedKnowledge find(const std::map<uint64_t, SharedKnowledge> &Told,
                            uint64_t Group) {
  auto Found = Told.find(Group);
  return Found == Told.end() ? nullptr : Found->second;
}

KnowledgeByScope Releases::seenBy(const Event &E, Scope Within) const {
  KnowledgeByScope Seen;
  Seen[unsigned(Scope::Block)] = find(Blocks, E.Rank);
  if (Within >= Scope::Cluster)
    Seen[unsigned(Scope::Cluster)] = find(Clusters, E.Cluster);
  if (Within >= Scope::Grid)
    Seen[unsigned(Scope::Grid)] = Grid;
  return Seen;
}

SharedKnowledge ThreadHistory::snapshot(const Event &E) const {
  auto All = Known ? std::make_shared<Knowledge>(*Known)
                   : std::make_shared<Knowledge>();
  All->addUpTo(E);
  unsigned FirstLane = E.Thread / WarpSize * WarpSize;
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    if (Lanes[Lane] > 0)
      All->addThread(E.Rank, FirstLane + Lane, Lanes[Lane]);
  return All;
}

void ThreadHistory::fenceReleases(Scope S, const Event &E) {
  SharedKnowledge Now = snapshot(E);
  for (unsigned Narrower = 0; Narrower <= unsigned(S); ++Narrower)
    Fenced[Narrower] = Now;
  ++Clock;
}

void ThreadHistory::fenceAcquires(Scope S) {
  for (unsigned Narrower = 0; Narrower <= unsigned(S); ++Narrower) {
    Known = joined(Known, Seen[Narrower]);
    Seen[Narrower].reset();
  }
}

void ThreadHistory::see(const KnowledgeByScope &What, bool Acquires) {
  for (unsigned S = 0; S < fsm::NumScopes; ++S)
    if (SharedKnowledge &To = Acquires ? Known : Seen[S]; What[S])
      To = joined(To, What[S]);
}

bool isBefore(const Event &E, const Event &Now, const ThreadHistory &H) {
  if (E.GridClock < Now.GridClock)
    return true;
  if (E.Cluster == Now.Cluster && E.ClusterArrivals < Now.ClusterClock)
    return true;
  if (E.Rank == Now.Rank) {
    if (E.Thread == Now.Thread || E.BlockClock < Now.BlockClock)
      return true;
    if (E.Thread / WarpSize == Now.Thread / WarpSize &&
        E.Clock < H.Lanes[E.Thread % WarpSize])
      return true;
  }
  return H.Known && H.Known->includes(E);
}

/// Of the same warp: what each lane knows of each lane is enough.
static void meetLanes(Thread *const *Lanes, unsigned Count) {
  std::array<uint32_t, WarpSize> All{};
  for (unsigned I = 0; I < Count; ++I) {
    ThreadHistory &H = *Lanes[I]->History;
    for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
      All[Lane] = std::max(All[Lane], H.Lanes[Lane]);
    uint32_t &Own = All[Lanes[I]->lane()];
    Own = std::max(Own, ++H.Clock);
  }
  for (unsigned I = 0; I < Count; ++I)
    Lanes[I]->History->Lanes = All;
}

/// Whose fence it was does not matter to those who have waited for it.
template <typename HistoryOf>
static void shareFenced(unsigned Count, HistoryOf Of) {
  KnowledgeByScope All;
  for (unsigned I = 0; I < Count; ++I)
    for (unsigned S = 0; S < fsm::NumScopes; ++S)
      All[S] = joined(All[S], Of(I).Fenced[S]);
  for (unsigned I = 0; I < Count; ++I)
    Of(I).Fenced = All;
}

static bool areOfOneWarp(Thread *const *Threads, unsigned Count) {
  return std::all_of(Threads, Threads + Count, [&](const Thread *T) {
    return T->warp() == Threads[0]->warp();
  });
}

void meet(Thread *const *Threads, unsigned Count,
          Event (*EventOf)(const Thread &)) {
  SharedKnowledge All;
  bool OneWarp = areOfOneWarp(Threads, Count);
  for (unsigned I = 0; I < Count; ++I) {
    ThreadHistory &H = *Threads[I]->History;
    H.fenceAcquires(Scope::Grid);
    All = joined(All, OneWarp ? H.Known : H.snapshot(EventOf(*Threads[I])));
  }
  if (OneWarp)
    meetLanes(Threads, Count);
  for (unsigned I = 0; I < Count; ++I) {
    Threads[I]->History->Known = All;
    Threads[I]->History->Clock += OneWarp ? 0 : 1;
  }
  shareFenced(Count, [&](unsigned I) -> ThreadHistory & {
    return *Threads[I]->History;
  });
}

void meetBlock(Thread *Threads, unsigned Count) {
  SharedKnowledge All;
  for (unsigned I = 0; I < Count; ++I) {
    ThreadHistory &H = *Threads[I].History;
    H.fenceAcquires(Scope::Grid);
    All = joined(All, H.Known);
  }
  for (unsigned I = 0; I < Count; ++I)
    Threads[I].History->Known = All;
  shareFenced(Count, [&](unsigned I) -> ThreadHistory & {
    return *Threads[I].History;
  });
}

void keepStep(Thread *const *Lanes, unsigned Count) {
  SharedKnowledge All;
  for (unsigned I = 0; I < Count; ++I)
    All = joined(All, Lanes[I]->History->Known);
  for (unsigned I = 0; I < Count; ++I)
    Lanes[I]->History->Known = All;
  meetLanes(Lanes, Count);
}

void ClusterBarriers::arrive(ThreadHistory &H) {
  std::lock_guard Guard(Lock);
  H.fenceAcquires(Scope::Grid);
  Told &T = Turns[H.ClusterArrivals++];
  T.Known = joined(T.Known, H.Known);
  for (unsigned S = 0; S < fsm::NumScopes; ++S)
    T.Fenced[S] = joined(T.Fenced[S], H.Fenced[S]);
}

void ClusterBarriers::wait(ThreadHistory &H) {
  std::lock_guard Guard(Lock);
  H.fenceAcquires(Scope::Grid);
  // Whoever waits for this turn has waited for those before it.
  Turns.erase(Turns.begin(), Turns.lower_bound(H.ClusterWaits));
  const Told &T = Turns[H.ClusterWaits++];
  H.Known = joined(H.Known, T.Known);
  for (unsigned S = 0; S < fsm::NumScopes; ++S)
    H.Fenced[S] = joined(H.Fenced[S], T.Fenced[S]);
}

} // namespace racemap::cpu
