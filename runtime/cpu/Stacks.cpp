// Stacks - see the header. Stacks live as long as the process.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Stacks.h"

#include <sys/mman.h>

namespace racemap::cpu {

static constexpr size_t Pitch =
    Stacks::StackBytes + Stacks::ReserveBytes + Stacks::PageBytes;
static constexpr size_t StacksPerMapping = 32;

bool Stacks::map() {
  void *Memory = mmap(nullptr, Pitch * StacksPerMapping, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Memory == MAP_FAILED)
    return false;
  auto *All = new Stack[StacksPerMapping];
  for (size_t I = StacksPerMapping; I-- > 0;) {
    char *Guard = static_cast<char *>(Memory) + I * Pitch;
    if (mprotect(Guard, PageBytes, PROT_NONE) != 0)
      return false;
    All[I] = {Guard + PageBytes, Guard + Pitch, {}};
    Free.push_back(&All[I]);
  }
  return true;
}

Stack *Stacks::take() {
  if (Free.empty() && !map())
    return nullptr;
  Stack *S = Free.back();
  Free.pop_back();
  return S;
}

bool isGuard(const Stack &S, const void *Address) {
  auto *P = static_cast<const char *>(Address);
  return P < S.Low && S.Low - P <= ptrdiff_t(Stacks::PageBytes);
}

} // namespace racemap::cpu
