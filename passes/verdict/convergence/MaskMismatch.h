// MaskMismatch - threads that come to a warp barrier with masks that do not
// fit.
//
// In:  a warp barrier and its party.
// Out: a thread that comes to it and is not named by its own mask, or one that
//      names a thread of which the mask is another: neither can be waited for.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_CONVERGENCE_MASKMISMATCH_H
#define RACEMAP_PASSES_VERDICT_CONVERGENCE_MASKMISMATCH_H

#include "passes/intervals/Walk.h"
#include "passes/verdict/finding/Finding.h"
#include "passes/verdict/query/Decider.h"

namespace racemap::verdict {

struct MaskMismatch {
  bool Excluded = false; ///< there is none
  std::optional<Finding> Shown;
  std::string Reason; ///< neither: why it could not be decided
};

MaskMismatch findMaskMismatch(const intervals::Ground &G, LaunchFacts &Launch,
                              Decider &D, const map::Barrier *B,
                              const intervals::Party &Its);

} // namespace racemap::verdict

#endif
