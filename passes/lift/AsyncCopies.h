// AsyncCopies - copies that go on while their thread does something else.
//
// In:  a cp.async of the kernel.
// Out: whether other threads can tell it from a copy that is made at once.
// Its accesses happen at some time between the instruction and the wait for it.
// Where every path from it comes to that wait before a barrier, nothing orders
// another thread's access in between: the copy can as well be an access where
// it stands. A barrier, the end of the thread, or an access of the thread
// itself to what is copied, on the way to the wait, is a gap.
// A copy belongs to a group only once that is committed: wait_group 0 waits for
// those, wait_all for all. Waits that leave groups pending are taken as none.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_ASYNCCOPIES_H
#define RACEMAP_PASSES_LIFT_ASYNCCOPIES_H

#include "passes/lift/MemoryEffects.h"
#include "passes/lift/Values.h"
#include <set>

namespace racemap::lift {

class PendingCopy {
public:
  PendingCopy(Kernel &K, Values &V, const llvm::Instruction &Copy,
              const Effect &E)
      : K(K), V(V), Copy(Copy), TheEffect(E) {}

  /// Follows the copy from its place among the instruction's effects until it
  /// is over.
  void follow(unsigned Place);

  /// What happens while it is pending; empty if other threads cannot tell.
  std::string Hazard;
  /// Copies of the thread to one array are pending together.
  bool MeetsCopies = false;

private:
  /// A place to go on at.
  struct Point {
    const llvm::Instruction *At;
    bool Committed;
  };
  void followBlock(Point P, unsigned FirstEffect);
  bool isOverAfter(const llvm::Instruction &I, const Effect &E,
                   bool &Committed);
  bool mayTouch(const llvm::Instruction &I, const Effect &E);
  bool mayTouch(const llvm::Instruction &I, const MemoryAccess &A);
  bool isCopied(const map::Array *A);

  Kernel &K;
  Values &V;
  const llvm::Instruction &Copy;
  const Effect &TheEffect;
  llvm::SmallVector<Point, 8> Work;
  std::set<std::pair<const llvm::BasicBlock *, bool>> Seen;
};

} // namespace racemap::lift

#endif
