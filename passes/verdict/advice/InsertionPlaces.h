// InsertionPlaces - where a statement of the source begins in the protocol.
//
// In:  a statement of a block ({ … }) of the kernel's source, by its first and
//      its last token.
// Out: the place in the protocol's tree that a thread passes exactly when it
//      begins that statement: before the first of all that the protocol has of
//      the statement, in the innermost sequence that holds all of it.
// What was inlined stands where the kernel calls it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_ADVICE_INSERTIONPLACES_H
#define RACEMAP_PASSES_VERDICT_ADVICE_INSERTIONPLACES_H

#include "passes/map/Protocol.h"

namespace racemap::verdict {

/// Text can be inserted before it without a change of what surrounds it.
struct SourceStatement {
  map::SourcePoint Begin, End; ///< where its first and last tokens begin

  bool covers(const map::SourcePoint &P) const;
  bool operator==(const SourceStatement &) const = default;
};

/// Between two statements of a sequence, or at one of its ends.
struct InsertionPlace {
  map::Sequence *In = nullptr;
  size_t Index = 0;   ///< of the statement that will follow
  unsigned Loops = 0; ///< how many are around it
  unsigned Depth = 0; ///< how many loops and conditions are around it
};

/// Where something stands in the kernel itself.
map::SourcePoint pointInKernel(const map::Location &L);

/// Nothing if the protocol has nothing of the statement, or if it does not
/// have it in one piece.
std::optional<InsertionPlace> placeBefore(map::Protocol &P,
                                          const SourceStatement &S);

/// For a protocol whose source is not at hand: each line is a statement, and
/// so is each loop and condition. They begin where their line does.
std::vector<SourceStatement> statementsByLine(const map::Protocol &P);

} // namespace racemap::verdict

#endif
