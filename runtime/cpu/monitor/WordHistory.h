// WordHistory - all accesses to a word that a later one may still race with.
//
// For launches in which the state machine is not enough, because threads are
// ordered by fences, flags, locks, or barriers of some lanes: happens-before as
// it is defined, with the bytes that each access touches. An access that comes
// after another one and conflicts with all that the other conflicts with takes
// its place. After a race, its bytes start anew from the newcomer.
//
// Words that many threads read, or add to, keep an access of each of them. They
// are kept apart, for two of a kind do not race: reads; atomic accesses that
// are atomic for each other; and all others. Of a word with more than
// MostTouches of them the rest is not kept if too many words have so many.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_WORDHISTORY_H
#define RACEMAP_RUNTIME_CPU_MONITOR_WORDHISTORY_H

#include "runtime/cpu/monitor/SpinLock.h"
#include "runtime/cpu/monitor/TouchList.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include <atomic>

namespace racemap::cpu {

class WordHistory {
public:
  WordHistory();
  ~WordHistory();

  /// Adds an access of a thread that knows H. Calls OnRace for each earlier one
  /// that it races with. IsOfBlock: nobody else than the thread's block
  /// accesses the word. False if it may race with one that was not kept.
  bool touch(const Touch &Now, const ThreadHistory &H, bool IsOfBlock,
             llvm::function_ref<void(const Touch &)> OnRace);
  /// An atomic access, which comes next, has read the word's value: the atomic
  /// writes that led to it are before all that comes after it, if both speak to
  /// each other (the memory model of PTX: observation, then causality).
  void observe(const Touch &Now);
  /// The copy has been waited for: it ends with this event.
  void finishCopy(uint32_t Copy, const Event &Now);
  /// The word is nobody's again.
  void clear();
  static void beginLaunch();
  /// This access was the only one so far.
  void begin(const Touch &First);

  /// What atomic writes have told; made when first asked for.
  Releases &releases();
  bool hasReleases() const;
  /// A plain write to the word.
  void forgetReleases();

  /// How much it has to keep: accesses, and observations of atomic ones.
  size_t size() const;

  /// Holds the history against other workers, also while an access that the
  /// worker has announced is performed.
  void lock() { Busy.lock(); }
  void unlock() { Busy.unlock(); }

private:
  static constexpr size_t MostTouches = 8192;
  /// More than that, of all words.
  static constexpr int64_t MostSpare = 1 << 22;
  static std::atomic<int64_t> Spare;

  /// What atomic accesses that are atomic for each other have in common.
  struct AtomicKind {
    fsm::Operation Op;
    Extent Reach;
    uint64_t Group; ///< the block or cluster of their scope

    bool operator==(const AtomicKind &) const = default;
  };
  static AtomicKind kindOf(const Touch &Atomic);
  TouchList &listOf(const Touch &Now);

  size_t numTouches() const {
    return Reads.size() + Atomics.size() + Rest.size();
  }
  bool isFull() const;
  void append(TouchList &To, const Touch &Now);
  void leaveBehind(const Event &Now);
  void meet(TouchList &With, const Touch &Now, Past &Before,
            std::vector<Touch> &Racing);
  bool eraseObserved(std::vector<Touch> &Racing, const Touch &Now,
                     const ThreadHistory &H) const;

  /// What only a word with atomic accesses has.
  struct Observed;
  Observed &observed();

  SpinLock Busy;
  uint64_t NumTouches = 0;
  /// The last barrier of a block that was before one of them.
  uint32_t LastBlockClock = 0;
  /// Reads are plain ones. Atomics are all of one kind. Copies are in Rest.
  TouchList Reads, Atomics, Rest;
  std::unique_ptr<Observed> OfAtomics;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_WORDHISTORY_H
