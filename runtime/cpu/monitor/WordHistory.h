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
// more than MostTouches of them the rest is not kept.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_WORDHISTORY_H
#define RACEMAP_RUNTIME_CPU_MONITOR_WORDHISTORY_H

#include "runtime/cpu/monitor/ThreadHistory.h"
#include "runtime/device/Abi.h"

#include <atomic>
#include <functional>
#include <unordered_map>

namespace racemap::cpu {

/// All bytes of the access that a touch is a part of.
struct Extent {
  int8_t Begin = 0; ///< from the word on
  uint8_t Bytes = 4;

  bool operator==(const Extent &) const = default;
};

/// An access to some bytes of a word.
struct Touch {
  Event When;
  fsm::Operation Op = fsm::Operation::Read;
  bool OnlyLoads = false; ///< an atomic load
  uint8_t Mask = 0xf;     ///< bit 0: the lowest byte
  Extent Reach;
  unsigned Site = ~0u;
  /// An asynchronous copy that nobody has waited for: before nothing. Copies
  /// of a thread are numbered from 1.
  uint32_t Copy = 0;
  /// Counts the accesses to the word.
  uint64_t Number = 0;
};

/// The smallest group that has both threads.
fsm::Scope between(const Event &A, const Event &B);

/// Do two accesses race if nothing orders them? Bytes are not looked at.
bool conflict(const Touch &A, const Touch &B);

class WordHistory {
public:
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

  /// What atomic writes have told; made when first asked for.
  Releases &releases();
  bool hasReleases() const { return Told != nullptr; }
  /// A plain write to the word.
  void forgetReleases() { Told.reset(); }

  /// Holds the history against other workers, also while an access that the
  /// worker has announced is performed.
  void lock();
  void unlock() { Busy.clear(std::memory_order_release); }

private:
  static constexpr size_t MostTouches = 8192;
  static constexpr size_t MostObservations = 1 << 16;

  bool isHarmless(const Touch &Now) const;
  bool isObserved(const Touch &Old, const Event &Now,
                  const ThreadHistory &H) const;
  void forgetObservations();
  void append(const Touch &Now);
  void appendOnce(const Touch &Now);
  void drop(uint8_t Mask, const std::function<bool(const Touch &)> &Which);
  void tally(const Touch &T, int By);

  /// An atomic read of all that had been written by Number.
  struct Observation {
    Event When;
    fsm::Scope Within;
    Extent Reach;
    uint64_t Number;
  };

  std::atomic_flag Busy;
  std::vector<Touch> Touches;
  uint64_t NumTouches = 0;
  /// Of those: how many do not only read, how many are no atomic accesses of
  /// grid scope and of this extent, how many are unfinished copies.
  size_t NotReads = 0, NotAtomics = 0, Copies = 0;
  Extent OfAtomics;
  bool IsIncomplete = false;
  std::vector<Observation> Observations;
  uint64_t LastAtomicWrite = 0; ///< its number
  size_t NextForgetting = 64;
  /// Too many, so that nobody knows who has read what.
  bool LacksObservations = false;
  /// Where in Touches the last access of a thread and kind is; made when first
  /// needed, empty after something was dropped.
  std::unordered_map<uint64_t, size_t> Latest;
  std::unique_ptr<Releases> Told;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_WORDHISTORY_H
