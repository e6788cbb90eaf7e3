// WordHistory - all accesses to a word that a later one may still race with.
//
// For launches in which the state machine is not enough, because threads are
// ordered by fences, flags, locks, or barriers of some lanes: happens-before as
// it is defined, with the bytes that each access touches. An access that comes
// after another one and conflicts with all that the other conflicts with takes
// its place. After a race, its bytes start anew from the newcomer.
//
// Words that many threads read, or add to, keep an access of each of them, and
// are not looked through as long as nobody does anything else. Of a word with
// more than MostTouches of them the rest is not kept if too many words have so
// many.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_WORDHISTORY_H
#define RACEMAP_RUNTIME_CPU_MONITOR_WORDHISTORY_H

#include "runtime/cpu/monitor/SpinLock.h"
#include "runtime/cpu/monitor/Touch.h"

#include <atomic>
#include <functional>
#include <unordered_map>

namespace racemap::cpu {

class WordHistory {
public:
  WordHistory();
  ~WordHistory();

  /// Adds an access of a thread that knows H. Calls OnRace for each earlier one
  /// that it races with. False if it may race with one that was not kept.
  bool touch(const Touch &Now, const ThreadHistory &H,
             const std::function<void(const Touch &)> &OnRace);
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
  void begin(const Touch &First) {
    ++NumTouches;
    append(First);
  }

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
  /// So many are looked through without an index.
  static constexpr size_t FewTouches = 8;

  bool isHarmless(const Touch &Now) const;
  std::vector<const Touch *> unordered(const Touch &Now,
                                       const ThreadHistory &H) const;
  bool isFull() const;
  void append(const Touch &Now);
  void appendOnce(const Touch &Now);
  Touch *latest(const Touch &Now);
  void forgetLatest();
  void drop(uint8_t Mask, const std::function<bool(const Touch &)> &Which);
  void tally(const Touch &T, int By);

  /// What only a word with atomic accesses has.
  struct Atomics;
  Atomics &atomics();

  SpinLock Busy;
  bool IsIncomplete = false;
  Extent OfAtomics;
  /// Of the touches: how many do not only read, how many are no atomic accesses
  /// of grid scope and of this extent, how many are unfinished copies.
  uint32_t NotReads = 0, NotAtomics = 0, Copies = 0;
  uint64_t NumTouches = 0;
  std::vector<Touch> Touches;
  /// Where among the first NumIndexed Touches the last access of a thread and
  /// kind is; made when first needed, null after something was dropped.
  size_t NumIndexed = 0;
  std::unique_ptr<std::unordered_map<uint64_t, size_t>> Latest;
  std::unique_ptr<Atomics> OfWord;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_WORDHISTORY_H
