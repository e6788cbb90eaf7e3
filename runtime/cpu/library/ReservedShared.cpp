// ReservedShared - shared memory that no kernel asks for.
//
// CUDA's headers keep the barriers of cooperative groups in it. It is the end
// of the block's slot, behind the most that a kernel can have.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Arena.h"
#include "runtime/cpu/Thread.h"

using namespace racemap::cpu;

static constexpr size_t PartBytes = 1024, NumParts = 2;

/// The address of a part, as one in shared memory.
extern "C" uint32_t __racemap_reserved_shared(uint32_t Part) {
  const char *Slot = currentThread()->TheBlock->Shared;
  size_t At = Arena::SlotBytes - (NumParts - Part) * PartBytes;
  return uint32_t(reinterpret_cast<uintptr_t>(Slot + At));
}
