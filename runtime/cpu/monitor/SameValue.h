// SameValue - does a store write what its memory has already?
//
// The other store of a race has been told of, and is made by its thread right
// afterwards. Threads of one block do nothing between the two, so that memory
// has its value.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_SAMEVALUE_H
#define RACEMAP_RUNTIME_CPU_MONITOR_SAMEVALUE_H

#include <cstdint>

namespace racemap::cpu {

/// What a store is about to write, up to 16 bytes, to memory that is known to
/// be the program's.
struct StoredValue {
  uint64_t Address = 0, Bytes = 0;
  uint64_t Parts[2] = {};
};

/// Are the bytes of the word that are written there already?
bool finds(const StoredValue &S, uint64_t Word);
/// The same for all bytes.
bool findsAll(const StoredValue &S);

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_SAMEVALUE_H
