// ReachableStatements - those before which no thread waits for ever.
//
// They end at the first barrier that is not convergent, or the outermost loop
// around it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INTERVALS_REACHABLESTATEMENTS_H
#define RACEMAP_PASSES_INTERVALS_REACHABLESTATEMENTS_H

#include "passes/intervals/Intervals.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace racemap::intervals {

class ReachableStatements {
public:
  ReachableStatements(const Ground &G, Relation R,
                      const Convergence &IsConvergent) {
    auto IsStuck = [&](const map::Barrier *B) { return !IsConvergent(B, R); };
    bool Stuck = false;
    map::forEachStmt(G.P.Body, [&](map::Stmt *X) {
      const auto *L = llvm::dyn_cast<map::Loop>(X);
      const auto *B = llvm::dyn_cast<map::Barrier>(X);
      Stuck |= (L && llvm::any_of(G.Loops[L].Barriers, IsStuck)) ||
               (B && IsStuck(B));
      if (!Stuck)
        All.insert(X);
    });
  }
  bool contains(const map::Stmt *S) const { return All.contains(S); }

private:
  llvm::SmallPtrSet<const map::Stmt *, 32> All;
};

} // namespace racemap::intervals

#endif
