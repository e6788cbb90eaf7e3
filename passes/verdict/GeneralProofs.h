// GeneralProofs - knowing more never decides less.
//
// A launch can say what makes queries hard and helps no proof: how its grid is
// computed, say. Where a kernel is not decided in a context, it is decided with
// fewer facts (launch/FewerFacts); what is race-free for more launches is so in
// this one. The contexts of a kernel share such proofs, and one budget for
// them, as large as that of a context.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_GENERALPROOFS_H
#define RACEMAP_PASSES_VERDICT_GENERALPROOFS_H

#include "passes/verdict/finding/Finding.h"
#include "passes/verdict/query/Settings.h"

namespace racemap::verdict {

class GeneralProofs {
public:
  GeneralProofs(const map::Protocol &P, const Settings &S);

  /// C becomes race-free, under what the proof assumes, if a proof is found.
  void improve(ContextResult &C);
  /// Decides what holds of launches that keep to what can be asked of them, as
  /// C does, or to what its races require, and of any launch, as far as there
  /// is a budget, and until nothing is left to prove.
  void prove(ContextResult &C);
  /// All that were made.
  llvm::ArrayRef<ContextResult> known() const { return Known; }

private:
  const ContextResult *resultOf(const map::LaunchContext &C, ContextResult &By);

  const map::Protocol &P;
  Settings S;
  std::vector<ContextResult> Known;
};

} // namespace racemap::verdict

#endif
