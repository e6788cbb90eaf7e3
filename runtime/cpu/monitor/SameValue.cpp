// SameValue - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/SameValue.h"

#include <algorithm>
#include <atomic>

namespace racemap::cpu {

/// So often is looked for what another worker may be about to write, and then
/// again whether it stays.
static constexpr unsigned MostLooks = 4096, LooksAgain = 32;

static bool areThere(const StoredValue &S, uint64_t Begin, uint64_t End) {
  auto *Bytes = reinterpret_cast<const unsigned char *>(S.Parts);
  for (uint64_t At = Begin; At < End; ++At) {
    auto &Byte = *reinterpret_cast<unsigned char *>(At);
    if (std::atomic_ref(Byte).load(std::memory_order_acquire) !=
        Bytes[At - S.Address])
      return false;
  }
  return true;
}

static bool comeThere(const StoredValue &S, uint64_t Begin, uint64_t End) {
  unsigned Looks = 0;
  while (!areThere(S, Begin, End))
    if (++Looks == MostLooks)
      return false;
  for (unsigned I = 0; I < LooksAgain; ++I)
    if (!areThere(S, Begin, End))
      return false;
  return true;
}

bool finds(const StoredValue &S, uint64_t Word, bool IsElsewhere) {
  uint64_t Begin = std::max(Word & ~uint64_t(3), S.Address);
  uint64_t End = std::min((Word & ~uint64_t(3)) + 4, S.Address + S.Bytes);
  return IsElsewhere ? comeThere(S, Begin, End) : areThere(S, Begin, End);
}

bool findsAll(const StoredValue &S, bool IsElsewhere) {
  for (uint64_t Word = S.Address & ~uint64_t(3); Word < S.Address + S.Bytes;
       Word += 4)
    if (!finds(S, Word, IsElsewhere))
      return false;
  return true;
}

} // namespace racemap::cpu
