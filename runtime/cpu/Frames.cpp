// Frames - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Frames.h"
#include "runtime/cpu/Pages.h"

#include <cstdint>
#include <sys/mman.h>

namespace racemap::cpu {

bool Frames::map(size_t Bytes) {
  size_t Rounded = (Bytes + Alignment - 1) / Alignment * Alignment;
  uintptr_t Begin = pages::reserve(Rounded + 2 * GuardBytes, Alignment);
  if (!Begin)
    return false;
  Memory = reinterpret_cast<char *>(Begin) + GuardBytes;
  Size = Rounded;
  for (char *Guard : {Memory - GuardBytes, Memory + Size})
    if (mprotect(Guard, GuardBytes, PROT_NONE) != 0) {
      release();
      return false;
    }
  return true;
}

void Frames::release() {
  if (Memory)
    pages::release(uintptr_t(Memory) - GuardBytes, Size + 2 * GuardBytes);
  Memory = nullptr;
  Size = Used = 0;
}

char *Frames::take(size_t Bytes) {
  if (Bytes > Size) {
    release();
    if (!map(Bytes))
      return nullptr;
  }
  Used = Bytes;
  return Memory;
}

} // namespace racemap::cpu
