// SameValue - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/SameValue.h"

#include <algorithm>
#include <atomic>

namespace racemap::cpu {

/// Other workers may be writing there.
static bool areThere(const StoredValue &S, uint64_t Begin, uint64_t End) {
  auto *Bytes = reinterpret_cast<const unsigned char *>(S.Parts);
  for (uint64_t At = Begin; At < End; ++At) {
    auto &Byte = *reinterpret_cast<unsigned char *>(At);
    if (std::atomic_ref(Byte).load(std::memory_order_relaxed) !=
        Bytes[At - S.Address])
      return false;
  }
  return true;
}

bool finds(const StoredValue &S, uint64_t Word) {
  uint64_t Begin = Word & ~uint64_t(3);
  return areThere(S, std::max(Begin, S.Address),
                  std::min(Begin + 4, S.Address + S.Bytes));
}

bool findsAll(const StoredValue &S) {
  return areThere(S, S.Address, S.Address + S.Bytes);
}

} // namespace racemap::cpu
