// Equality - whether two protocols say the same, also if their terms live in
// different contexts.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_EQUALITY_H
#define RACEMAP_PASSES_MAP_EQUALITY_H

#include "passes/map/Protocol.h"

namespace racemap::map {

/// Compares everything but the numbers that Protocol::number() gives; arrays
/// are the same if they have the same place in Protocol::Arrays.
bool structurallyEqual(const Protocol &A, const Protocol &B);

/// The same of kernels that are called otherwise, and launched elsewhere: what
/// is found in one is found in the other.
bool equalButForNames(const Protocol &A, const Protocol &B);

} // namespace racemap::map

#endif
