// Observations - who has read what the atomic writes to a word have left.
//
// What an atomic write has written is before all that comes after an atomic
// read of it. Accesses to the word are numbered; a read has seen all writes up
// to a number. Of each thread are kept the last read at each of its clocks, as
// far as they tell apart writes that a later access may race with: so a word
// that threads add to a million times has no more than one for each of them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_OBSERVATIONS_H
#define RACEMAP_RUNTIME_CPU_MONITOR_OBSERVATIONS_H

#include "runtime/cpu/monitor/Touch.h"

#include <boost/container/small_vector.hpp>
#include <memory>
#include <unordered_map>
#include <vector>

namespace racemap::cpu {

class Observations {
public:
  /// The atomic read Now has seen all writes up to Number, of which the last
  /// one is LastWrite. Kept says the numbers of those that still count,
  /// ascending.
  template <typename Function>
  void add(const Touch &Now, uint64_t Number, uint64_t LastWrite,
           Function Kept) {
    if (seesNothingNew(Now, Number, LastWrite))
      return;
    if (Count >= NextForgetting)
      forget(Kept());
    push(Now, Number);
  }
  /// What readers who come before something have read.
  class Told {
  public:
    /// Has one of them read this atomic write, or what came after it, so that
    /// the two speak to each other?
    bool has(const Touch &Write) const;

  private:
    friend class Observations;
    struct Reading {
      Event Reader;
      fsm::Scope Within;
      Extent Reach;
      uint64_t Number; ///< of the last access that has been seen
      bool has(const Touch &Write) const;
    };
    void add(const Reading &R);
    std::vector<Reading> Narrow, Wide;
    /// Writes for the grid speak to all who read for the grid: of these, the
    /// one who has seen most.
    std::vector<Reading> Most;
  };
  Told before(const Event &Now, const ThreadHistory &H) const;
  /// There were too many, so that nobody knows who has read what.
  bool areIncomplete() const { return IsIncomplete; }
  size_t size() const { return Count; }
  void clear();

private:
  static constexpr size_t Least = 64, Most = 1 << 16; ///< that are kept
  struct Observation {
    Event When;
    uint64_t Number;
  };
  /// A thread that reads in one way, in the order in which it does.
  struct Reader {
    fsm::Scope Within = fsm::Scope::Thread;
    Extent Reach;
    boost::container::small_vector<Observation, 1> Seen;
  };
  /// So many are looked through without an index, and the room for so many is
  /// kept when the word is nobody's again.
  static constexpr size_t Few = 8;

  static uint64_t keyOf(const Touch &T);
  Reader *find(uint64_t Key);
  bool seesNothingNew(const Touch &Now, uint64_t Number, uint64_t LastWrite);
  void forget(const std::vector<uint64_t> &Kept);
  void push(const Touch &Now, uint64_t Number);

  std::vector<Reader> Readers;
  std::vector<uint64_t> Keys; ///< of each
  /// Where each of them is, if they are more than a few; made when needed.
  std::unique_ptr<std::unordered_map<uint64_t, size_t>> Places;
  size_t Count = 0, NextForgetting = Least;
  bool IsIncomplete = false;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_OBSERVATIONS_H
