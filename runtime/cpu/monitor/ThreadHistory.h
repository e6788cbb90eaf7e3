// ThreadHistory - what a thread knows of others, and what it has made known.
//
// Kept in launches whose kernel orders threads by more than barriers of whole
// groups. Fences, flags and locks work as in the memory model of PTX:
//
// * a fence makes all known that is before it, to whom a later atomic (or
//   volatile) write tells: one of this thread, or of one that has waited for it
//   at a barrier (what is before a membar is performed when it ends, whoever
//   goes on: "all write, all fence, all wait, one counts" is a usual last
//   block); a releasing write does both;
// * what a read has seen of a word's releases counts from the next fence on, or
//   at once if the read acquires; or from the next barrier of the block on,
//   which is how the last block of the programming guide does it;
// * both only between threads that are in each other's scopes.
//
// A barrier of some lanes or of some threads of a block lets each of them know
// what the others know. What a barrier of a whole group orders is in the
// clocks of the events.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_THREADHISTORY_H
#define RACEMAP_RUNTIME_CPU_MONITOR_THREADHISTORY_H

#include "runtime/cpu/Thread.h"
#include "runtime/cpu/monitor/Knowledge.h"
#include "runtime/cpu/monitor/PendingCopies.h"
#include "runtime/device/Abi.h"

#include <array>
#include <boost/container/small_vector.hpp>
#include <map>
#include <mutex>

namespace racemap::cpu {

/// Knowledge by the smallest group that has both threads.
using KnowledgeByScope = std::array<SharedKnowledge, fsm::NumScopes>;

/// What writes to a word have told: to all, to a cluster, to a block.
class Releases {
public:
  Releases() { begin(); }

  /// Event's thread tells By[S] to the threads of its group of scope S, for
  /// each S up to Within. Ends: what was told before is lost (a plain or an
  /// atomic store); otherwise it is told on (read-modify-write).
  void publish(const KnowledgeByScope &By, fsm::Scope Within, const Event &E,
               bool Ends);
  /// What a read of scope Within by Event's thread sees.
  KnowledgeByScope seenBy(const Event &E, fsm::Scope Within) const;

  /// Numbers that no other word has had: of what is told now; and of when it
  /// was lost last, since when it has only become more.
  uint64_t version() const { return Version; }
  uint64_t beginning() const { return Beginning; }

private:
  /// By rank, ascending.
  using Groups =
      boost::container::small_vector<std::pair<uint64_t, SharedKnowledge>, 1>;

  void begin();
  void tell(SharedKnowledge &To, const SharedKnowledge &What);
  static SharedKnowledge &of(Groups &All, uint64_t Rank);
  static SharedKnowledge find(const Groups &All, uint64_t Rank);

  uint64_t Version = 0, Beginning = 0;
  Groups Blocks, Clusters;
  SharedKnowledge Grid;
};

class WordHistory;

/// A strong access that is about to be performed.
struct Announced {
  WordHistory *Word = nullptr; ///< that it begins in, held; null for none
  uint64_t Address = 0, Bytes = 0;
  unsigned Site = 0;
  device::Descriptor How;
  /// A store of what was there before.
  bool FindsItsValue = false;
};

/// Of some accesses to words that are told of: of what the word was, as a
/// number, within what scope, and whether it acquired.
class RecentAccesses {
public:
  /// Is there one of that number that did as much?
  bool has(uint64_t Number, fsm::Scope Within, bool Acquires) const;
  void add(uint64_t Number, fsm::Scope Within, bool Acquires);
  void clear() { All = {}; }

private:
  struct Access {
    uint64_t Number = 0;
    fsm::Scope Within = fsm::Scope::Thread;
    bool Acquires = false;
  };
  std::array<Access, 4> All;
  unsigned Next = 0;
};

struct ThreadHistory {
  /// Goes on with each release and barrier.
  uint32_t Clock = 0;
  /// Of each lane of the warp: the first clock that is not known.
  std::array<uint32_t, WarpSize> Lanes{};
  SharedKnowledge Known;
  /// Seen, but not yet acquired.
  KnowledgeByScope Seen;
  /// What the last reads have seen, and to whom the last writes have told what
  /// is Fenced now: who looks at a few words again and again does no more.
  RecentAccesses LastSeen, LastTold;
  /// What fences of at least the scope have made known: those of this thread
  /// and those that it has waited for.
  KnowledgeByScope Fenced;
  PendingCopies Copies;
  /// Of the cluster's barrier.
  uint32_t ClusterArrivals = 0, ClusterWaits = 0;
  Announced Now;

  /// All that the thread knows now, itself included; E is its next access.
  SharedKnowledge snapshot(const Event &E) const;
  void fenceReleases(fsm::Scope S, const Event &E);
  void fenceAcquires(fsm::Scope S);
  /// A read by E, of scope Within, of a word about which this is told.
  void see(const Releases &What, const Event &E, fsm::Scope Within,
           bool Acquires);
  /// A write of scope Within by E, which tells of the word what is Fenced, or,
  /// if it releases, all that the thread knows. See Releases::publish.
  void tell(Releases &Of, const Event &E, fsm::Scope Within, bool AllItKnows,
            bool Ends);
  bool hasFenced() const {
    return Fenced[unsigned(fsm::Scope::Block)] != nullptr;
  }
  void setFenced(const KnowledgeByScope &To);
};

/// What the threads of a cluster tell each other at its barriers.
class ClusterBarriers {
public:
  void arrive(ThreadHistory &H);
  void wait(ThreadHistory &H);

private:
  struct Told {
    SharedKnowledge Known;
    KnowledgeByScope Fenced;
  };
  std::mutex Lock;
  /// By number of the barrier.
  std::map<uint32_t, Told> Turns;
};

/// What is before the next access of a thread. For a while only: what the
/// thread knows must not change.
class Past {
public:
  Past(const Event &Now, const ThreadHistory &H) : Now(Now), H(H) {}
  bool has(const Event &E);

private:
  bool isKnown(const Event &E);

  const Event &Now;
  const ThreadHistory &H;
  /// Of the block and the warp that were asked for last.
  uint64_t Rank = ~uint64_t(0);
  unsigned Warp = 0;
  ClockTree::GroupIn Lanes;
  uint32_t OfBlock = 0, OfCluster = 0;
};

/// Threads wait for each other: each of them knows what all know. They are of
/// one block; Event makes the next access of one of them.
void meet(Thread *const *Threads, unsigned Count,
          Event (*EventOf)(const Thread &));
/// The same for all threads of a block, whose clocks tell the rest.
void meetBlock(Thread *Threads, unsigned Count);
/// Lanes of a warp that advance together come to the same access: each knows
/// what the others know, but that is no fence.
void keepStep(Thread *const *Lanes, unsigned Count);

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_THREADHISTORY_H
