// Kernel - one kernel while it is lifted: its IR, the analyses, its protocol.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_KERNEL_KERNEL_H
#define RACEMAP_PASSES_LIFT_KERNEL_KERNEL_H

#include "passes/lift/kernel/ArrayTable.h"
#include "passes/map/TermContext.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include <functional>

namespace racemap::lift {

/// The metadata of what RACEMAP_ASSUME says.
constexpr llvm::StringLiteral SaidByUser = "racemap.said";

struct Kernel {
  Kernel(llvm::Function &F, map::Protocol &P)
      : F(F), P(P), Terms(P.terms()), Layout(F.getParent()->getDataLayout()),
        Dominators(F), Loops(Dominators), Names(F), Arrays(F, P, Names) {}

  llvm::Function &F;
  map::Protocol &P;
  map::TermContext &Terms;
  const llvm::DataLayout &Layout;
  llvm::DominatorTree Dominators;
  llvm::LoopInfo Loops;
  SourceNames Names;
  ArrayTable Arrays;
  /// As in LiftOptions.
  std::function<void(const map::Location &Where, llvm::StringRef Why)>
      NotAssumed;

  /// Something at I is not modelled: a statement of Out. Which call of a
  /// library it is of, is said.
  void gap(std::string Reason, const llvm::Instruction &I, map::Sequence &Out);
  /// The same, if what happens before is not known either.
  void gapAtEntry(std::string Reason, const llvm::Instruction &I);
};

} // namespace racemap::lift

#endif
