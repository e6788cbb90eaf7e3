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

/// An access to some bytes of a word.
struct Touch {
  Event When;
  fsm::Operation Op = fsm::Operation::Read;
  bool OnlyLoads = false; ///< an atomic load
  uint8_t Mask = 0xf;     ///< bit 0: the lowest byte
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
  /// An atomic read has taken the word's value: the atomic writes that led to
  /// it are before what its thread does next, if both speak to each other (the
  /// memory model of PTX: observation, then causality). That is kept for the
  /// thread itself only.
  void observe(const Event &By, fsm::Scope Within);
  /// The copy has been waited for: it ends with this event.
  void finishCopy(uint32_t Copy, const Event &Now);
  /// The word is nobody's again.
  void clear();

  /// What atomic writes have told; made when first asked for.
  Releases &releases();
  bool hasReleases() const { return Told != nullptr; }
  /// A plain write to the word.
  void forgetReleases() { Told.reset(); }

  class Locked;

private:
  static constexpr size_t MostTouches = 8192;

  bool isHarmless(const Touch &Now) const;
  bool isObserved(const Touch &Old, const Touch &Now) const;
  void append(const Touch &Now);
  void appendOnce(const Touch &Now);
  void drop(uint8_t Mask, const std::function<bool(const Touch &)> &Which);
  void tally(const Touch &T, int By);

  /// By distance: the number of the last access that was read.
  using Observation = std::array<uint64_t, fsm::NumScopes>;

  std::atomic_flag Busy;
  std::vector<Touch> Touches;
  uint64_t NumTouches = 0;
  /// By thread: what it has read last.
  std::unordered_map<uint64_t, Observation> Observed;
  /// Of those: how many do not only read, how many are no atomic accesses of
  /// grid scope, how many are unfinished copies.
  size_t NotReads = 0, NotAtomics = 0, Copies = 0;
  bool IsIncomplete = false;
  /// Where in Touches the last access of a thread and kind is; made when first
  /// needed, empty after something was dropped.
  std::unordered_map<uint64_t, size_t> Latest;
  std::unique_ptr<Releases> Told;
};

/// Holds a history against other workers.
class WordHistory::Locked {
public:
  explicit Locked(WordHistory &H) : H(H) {
    while (H.Busy.test_and_set(std::memory_order_acquire))
      ;
  }
  ~Locked() { H.Busy.clear(std::memory_order_release); }
  Locked(const Locked &) = delete;
  Locked &operator=(const Locked &) = delete;
  WordHistory *operator->() { return &H; }

private:
  WordHistory &H;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_WORDHISTORY_H
