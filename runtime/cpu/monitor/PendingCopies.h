// PendingCopies - the asynchronous copies of a thread that it has not waited
// for, in the groups that it has committed them in.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_PENDINGCOPIES_H
#define RACEMAP_RUNTIME_CPU_MONITOR_PENDINGCOPIES_H

#include "runtime/fsm/Access.h"

#include <cstdint>
#include <vector>

namespace racemap::cpu {

struct ByteRange {
  uint64_t Address = 0, Bytes = 0;
};

/// One side of a copy.
struct Copy {
  uint32_t Number = 0; ///< from 1, in the order of the thread
  ByteRange Bytes;
  fsm::Operation Op = fsm::Operation::Read;
  unsigned Site = ~0u;
};

class PendingCopies {
public:
  /// Returns the copy's number.
  uint32_t begin(ByteRange Bytes, fsm::Operation Op, unsigned Site) {
    Open.push_back({++Last, Bytes, Op, Site});
    return Last;
  }
  void commit() {
    Groups.push_back(std::move(Open));
    Open.clear();
  }
  template <typename Function> void forEach(Function Each) const {
    for (const std::vector<Copy> &Group : Groups)
      for (const Copy &C : Group)
        Each(C);
    for (const Copy &C : Open)
      Each(C);
  }
  /// The copies of all groups but the last so many.
  std::vector<Copy> finish(unsigned Pending) {
    std::vector<Copy> Done;
    if (Groups.size() <= Pending)
      return Done;
    auto End = Groups.end() - Pending;
    for (auto Group = Groups.begin(); Group != End; ++Group)
      Done.insert(Done.end(), Group->begin(), Group->end());
    Groups.erase(Groups.begin(), End);
    return Done;
  }

private:
  uint32_t Last = 0;
  std::vector<Copy> Open;
  std::vector<std::vector<Copy>> Groups;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_PENDINGCOPIES_H
