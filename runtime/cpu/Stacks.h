// Stacks - memory for the stacks of fibers.
//
// Stacks are cut from large mappings; a page that is never touched costs
// nothing. Below each is a page that may not be touched. Their distance is an
// odd number of pages, so that the ends of many stacks do not share a cache
// set. A worker has its own Stacks and hands out first what was used last.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_STACKS_H
#define RACEMAP_RUNTIME_CPU_STACKS_H

#include "runtime/cpu/FiberNotes.h"

#include <cstddef>
#include <vector>

namespace racemap::cpu {

struct Stack {
  char *Low = nullptr; ///< above the guard page
  char *High = nullptr;
  [[no_unique_address]] FiberNotes Notes = {};
};

class Stacks {
public:
  /// Null if the system has no more memory for stacks.
  Stack *take();
  void giveBack(Stack *S) { Free.push_back(S); }

  static constexpr size_t PageBytes = 4096;
  /// What a thread may use, and what is left below it for the runtime's work
  /// in the thread (Section): a report reads debug information.
  static constexpr size_t StackBytes = 128 * PageBytes;
  static constexpr size_t ReserveBytes = 32 * PageBytes;

private:
  bool map();
  std::vector<Stack *> Free;
};

/// Is Address in the guard page below a stack?
bool isGuard(const Stack &S, const void *Address);

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_STACKS_H
