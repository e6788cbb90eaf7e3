// Aliases - which arrays of a protocol share memory in a launch.
//
// Arrays with names of their own are different objects, unless the launch says
// where one begins within another. What pointers found in overlapping arrays
// point to overlaps as well, if they were found at the same place.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_ALIASES_H
#define RACEMAP_PASSES_MAP_ALIASES_H

#include "passes/map/Protocol.h"
#include "llvm/ADT/DenseMap.h"

namespace racemap::map {

class Aliases {
public:
  explicit Aliases(const LaunchContext &C);

  /// Where the object that an access starts from begins, through no pointer
  /// in memory: Within at a byte offset, 64 bits. Null offset: at an unknown
  /// place if Anywhere, else at its beginning.
  struct Place {
    const Array *Within = nullptr;
    const Term *Offset = nullptr;
    bool Anywhere = false;
    bool operator==(const Place &) const = default;
  };
  /// For a field, of the array that the first pointer was found in.
  Place placeOf(const Array *A) const;

  /// Can the two have bytes in common?
  bool mayOverlap(const Array *A, const Array *B) const;

private:
  llvm::DenseMap<const Array *, Place> Known;
};

/// Does the kernel write A, or in one of its launches an array that overlaps
/// A? Valid after Protocol::number().
bool mayBeWritten(const Protocol &P, const Array *A);

} // namespace racemap::map

#endif
