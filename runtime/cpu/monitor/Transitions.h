// Transitions - how many accesses change what can be known of a word: what the
// number of compare-and-swaps is measured against.
//
// Says so by happens-before, and shares nothing with cells and the state
// machine. All accesses to a word are kept that change something. A new one
// changes nothing if whoever may come, and conflicts with it, also conflicts
// with an earlier one and is ordered after that only by what orders it after
// the new one as well. That is so
// * with an earlier one of the same thread, with no barrier since;
// * with two earlier ones that are as far apart as a group (of a warp, ...)
//   allows, if the new one is of that group and no barrier of it, or of a wider
//   one, has been since: what is after both is after that barrier.
// Of launches in which threads are ordered by barriers of whole groups only.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_TRANSITIONS_H
#define RACEMAP_RUNTIME_CPU_MONITOR_TRANSITIONS_H

#include "runtime/cpu/Thread.h"

#include <mutex>
#include <unordered_map>
#include <vector>

namespace racemap::cpu {

class Transitions {
public:
  /// Before a launch whose clusters have so many blocks.
  void begin(unsigned ClusterSize);
  /// T, whose block has this rank, accesses the word (or the byte) at Address.
  /// True if that changes something.
  bool access(const Thread &T, uint64_t Rank, uint64_t Address,
              fsm::Operation Op, bool IsShared);

private:
  struct Past {
    Thread When; ///< with its clocks
    uint64_t Rank;
    fsm::Operation Op;
  };
  struct Newcomer {
    const Thread &T;
    uint64_t Rank;
    fsm::Operation Op;
  };
  fsm::Scope between(const Past &A, const Thread &B, uint64_t Rank) const;
  bool isCovered(const std::vector<Past> &Earlier, const Newcomer &Now) const;
  bool isCoveredWithin(fsm::Scope Group, const std::vector<Past> &Earlier,
                       const Newcomer &Now) const;

  unsigned ClusterSize = 1;
  std::mutex Lock;
  std::unordered_map<uint64_t, std::vector<Past>> Words;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_TRANSITIONS_H
