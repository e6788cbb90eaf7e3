// AccessProofs - which accesses of a kernel cannot race in launches of a
// context.
//
// What a sanitizer may leave alone if a launch keeps to what is assumed. Of a
// kernel that is not race-free, too: an access all of whose pairs are refuted
// races with none, whatever the others do.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_FINDING_ACCESSPROOFS_H
#define RACEMAP_PASSES_VERDICT_FINDING_ACCESSPROOFS_H

#include "passes/map/Protocol.h"
#include "llvm/ADT/BitVector.h"

namespace racemap::verdict {

struct AccessProofs {
  explicit AccessProofs(const map::Protocol &P) : Open(P.accesses().size()) {}

  /// By Access::Id: it is in a pair that is not refuted.
  llvm::BitVector Open;
  /// Why nothing of this holds for any launch; empty once all was decided.
  std::string Why = "it was not decided to the end";
  /// What the launch has to keep to: conditions over parameters and dimensions.
  std::vector<map::Assumption> Assumed;
  /// Arrays in global memory that may have no byte in common.
  std::vector<std::pair<const map::Array *, const map::Array *>> Apart;

  void leave(const map::Access *A) { Open.set(A->Id); }
  bool areUsable() const { return Why.empty(); }
};

} // namespace racemap::verdict

#endif
