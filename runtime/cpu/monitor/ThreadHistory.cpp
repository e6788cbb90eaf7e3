// ThreadHistory - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/ThreadHistory.h"

#include <algorithm>
#include <atomic>

namespace racemap::cpu {

using fsm::Scope;

static uint64_t newNumber() {
  static std::atomic<uint64_t> Last = 0;
  return ++Last;
}

void Releases::begin() {
  Blocks.clear();
  Clusters.clear();
  Grid.reset();
  Version = Beginning = newNumber();
}

static auto placeOf(auto &All, uint64_t Rank) {
  return std::lower_bound(All.begin(), All.end(), Rank,
                          [](auto &Of, uint64_t R) { return Of.first < R; });
}

SharedKnowledge &Releases::of(Groups &All, uint64_t Rank) {
  auto At = placeOf(All, Rank);
  if (At == All.end() || At->first != Rank)
    At = All.insert(At, {Rank, nullptr});
  return At->second;
}

SharedKnowledge Releases::find(const Groups &All, uint64_t Rank) {
  auto At = placeOf(All, Rank);
  return At == All.end() || At->first != Rank ? nullptr : At->second;
}

void Releases::tell(SharedKnowledge &To, const SharedKnowledge &What) {
  const Knowledge *Before = To.get();
  join(To, What);
  if (To.get() != Before)
    Version = newNumber();
}

void Releases::publish(const KnowledgeByScope &By, Scope Within, const Event &E,
                       bool Ends) {
  if (Ends)
    begin();
  tell(of(Blocks, E.Rank), By[unsigned(Scope::Block)]);
  if (Within >= Scope::Cluster)
    tell(of(Clusters, E.Cluster), By[unsigned(Scope::Cluster)]);
  if (Within >= Scope::Grid)
    tell(Grid, By[unsigned(Scope::Grid)]);
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
  All->addUpTo(E, Lanes);
  return All;
}

void ThreadHistory::fenceReleases(Scope S, const Event &E) {
  KnowledgeByScope Now = Fenced;
  std::fill_n(Now.begin(), unsigned(S) + 1, snapshot(E));
  setFenced(Now);
  ++Clock;
}

void ThreadHistory::fenceAcquires(Scope S) {
  for (unsigned Narrower = 0; Narrower <= unsigned(S); ++Narrower)
    if (SharedKnowledge &What = Seen[Narrower]) {
      join(Known, What);
      What.reset();
    }
}

bool RecentAccesses::has(uint64_t Number, Scope Within, bool Acquires) const {
  return std::any_of(All.begin(), All.end(), [&](const Access &A) {
    return A.Number == Number && Within <= A.Within && Acquires <= A.Acquires;
  });
}

void RecentAccesses::add(uint64_t Number, Scope Within, bool Acquires) {
  All[Next++ % All.size()] = {Number, Within, Acquires};
}

void ThreadHistory::see(const Releases &What, const Event &E, Scope Within,
                        bool Acquires) {
  if (LastSeen.has(What.version(), Within, Acquires))
    return;
  LastSeen.add(What.version(), Within, Acquires);
  KnowledgeByScope New = What.seenBy(E, Within);
  for (unsigned S = 0; S < fsm::NumScopes; ++S)
    join(Acquires ? Known : Seen[S], New[S]);
}

void ThreadHistory::tell(Releases &Of, const Event &E, Scope Within,
                         bool AllItKnows, bool Ends) {
  if (AllItKnows) {
    KnowledgeByScope All;
    All.fill(snapshot(E));
    ++Clock;
    return Of.publish(All, Within, E, Ends);
  }
  if (!Ends && LastTold.has(Of.beginning(), Within, /*Acquires=*/false))
    return;
  Of.publish(Fenced, Within, E, Ends);
  LastTold.add(Of.beginning(), Within, /*Acquires=*/false);
}

void ThreadHistory::setFenced(const KnowledgeByScope &To) {
  if (Fenced == To)
    return;
  Fenced = To;
  LastTold.clear();
}

bool Past::has(const Event &E) {
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
  return H.Known && isKnown(E);
}

bool Past::isKnown(const Event &E) {
  if (E.Rank != Rank || E.Thread / WarpSize != Warp) {
    Rank = E.Rank;
    Warp = E.Thread / WarpSize;
    Lanes = H.Known->ofWarp(E);
    OfBlock = H.Known->ofBlock(E);
    OfCluster = H.Known->ofCluster(E);
  }
  return E.Clock < Lanes.clock(E.Thread) || E.BlockClock < OfBlock ||
         E.ClusterArrivals < OfCluster;
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

namespace {
/// What threads know together, of whom most know the same as the one before.
class Common {
public:
  void add(const SharedKnowledge &More) {
    if (More == Last)
      return;
    Last = More;
    join(All, More);
  }
  const SharedKnowledge &all() const { return All; }

private:
  SharedKnowledge All, Last;
};
} // namespace

/// Whose fence it was does not matter to those who have waited for it.
template <typename HistoryOf>
static void shareFenced(unsigned Count, HistoryOf Of) {
  KnowledgeByScope Fenced;
  for (unsigned S = 0; S < fsm::NumScopes; ++S) {
    Common All;
    for (unsigned I = 0; I < Count; ++I)
      All.add(Of(I).Fenced[S]);
    Fenced[S] = All.all();
  }
  for (unsigned I = 0; I < Count; ++I)
    Of(I).setFenced(Fenced);
}

static bool areOfOneWarp(Thread *const *Threads, unsigned Count) {
  return std::all_of(Threads, Threads + Count, [&](const Thread *T) {
    return T->warp() == Threads[0]->warp();
  });
}

void meet(Thread *const *Threads, unsigned Count,
          Event (*EventOf)(const Thread &)) {
  Common All;
  bool OneWarp = areOfOneWarp(Threads, Count);
  for (unsigned I = 0; I < Count; ++I) {
    ThreadHistory &H = *Threads[I]->History;
    H.fenceAcquires(Scope::Grid);
    All.add(OneWarp ? H.Known : H.snapshot(EventOf(*Threads[I])));
  }
  if (OneWarp)
    meetLanes(Threads, Count);
  for (unsigned I = 0; I < Count; ++I) {
    Threads[I]->History->Known = All.all();
    Threads[I]->History->Clock += OneWarp ? 0 : 1;
  }
  shareFenced(Count, [&](unsigned I) -> ThreadHistory & {
    return *Threads[I]->History;
  });
}

void meetBlock(Thread *Threads, unsigned Count) {
  Common All;
  for (unsigned I = 0; I < Count; ++I) {
    ThreadHistory &H = *Threads[I].History;
    H.fenceAcquires(Scope::Grid);
    All.add(H.Known);
  }
  for (unsigned I = 0; I < Count; ++I)
    if (SharedKnowledge &Known = Threads[I].History->Known; Known != All.all())
      Known = All.all();
  shareFenced(Count, [&](unsigned I) -> ThreadHistory & {
    return *Threads[I].History;
  });
}

void keepStep(Thread *const *Lanes, unsigned Count) {
  Common All;
  for (unsigned I = 0; I < Count; ++I)
    All.add(Lanes[I]->History->Known);
  for (unsigned I = 0; I < Count; ++I)
    Lanes[I]->History->Known = All.all();
  meetLanes(Lanes, Count);
}

void ClusterBarriers::arrive(ThreadHistory &H) {
  std::lock_guard Guard(Lock);
  H.fenceAcquires(Scope::Grid);
  Told &T = Turns[H.ClusterArrivals++];
  join(T.Known, H.Known);
  for (unsigned S = 0; S < fsm::NumScopes; ++S)
    join(T.Fenced[S], H.Fenced[S]);
}

void ClusterBarriers::wait(ThreadHistory &H) {
  std::lock_guard Guard(Lock);
  H.fenceAcquires(Scope::Grid);
  // Whoever waits for this turn has waited for those before it.
  Turns.erase(Turns.begin(), Turns.lower_bound(H.ClusterWaits));
  const Told &T = Turns[H.ClusterWaits++];
  join(H.Known, T.Known);
  KnowledgeByScope Fenced = H.Fenced;
  for (unsigned S = 0; S < fsm::NumScopes; ++S)
    join(Fenced[S], T.Fenced[S]);
  H.setFenced(Fenced);
}

} // namespace racemap::cpu
