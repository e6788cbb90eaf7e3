// Magnitude - how far a constant is from zero, read as a signed number.
//
// That of the smallest number of 64 bits is no signed number, so that std::abs
// has no answer for it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_MAGNITUDE_H
#define RACEMAP_PASSES_MAP_MAGNITUDE_H

#include "passes/map/Term.h"

namespace racemap::map {

inline uint64_t magnitude(int64_t X) {
  uint64_t Bits = static_cast<uint64_t>(X);
  return X < 0 ? 0 - Bits : Bits;
}

inline uint64_t magnitude(const Constant *C) {
  return magnitude(C->signedValue());
}

} // namespace racemap::map

#endif
