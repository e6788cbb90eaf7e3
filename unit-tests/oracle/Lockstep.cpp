// Lockstep - two paths through the tree, to where they part.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Lockstep.h"

namespace racemap::oracle {

using namespace map;
using llvm::dyn_cast;

/// Is there a way out of S to something that is not Inside or within S?
static bool hasWayOut(const Sequence &S, std::vector<const Loop *> Inside) {
  for (const Stmt *X : S) {
    if (const auto *E = dyn_cast<Leave>(X))
      if (!llvm::is_contained(Inside, E->Target))
        return true;
    if (const auto *I = dyn_cast<If>(X))
      if (hasWayOut(I->Then, Inside) || hasWayOut(I->Else, Inside))
        return true;
    if (const auto *L = dyn_cast<Loop>(X)) {
      auto Within = Inside;
      Within.push_back(L);
      if (hasWayOut(L->Body, Within))
        return true;
    }
  }
  return false;
}

/// Does the rest of the path, from the I-th step in In, take a side that
/// leaves for something that is not within?
static bool leaves(const Sequence *In, const Event &E, size_t I,
                   std::vector<const Loop *> Inside) {
  for (;; I += 2) {
    Stmt *X = (*In)[E.Place[I]];
    if (const auto *Branch = dyn_cast<If>(X)) {
      In = E.Place[I + 1] ? &Branch->Else : &Branch->Then;
      const auto *Last = dyn_cast<Leave>(In->back());
      if (Last && !llvm::is_contained(Inside, Last->Target))
        return true;
    } else if (const auto *L = dyn_cast<Loop>(X)) {
      Inside.push_back(L);
      In = &L->Body;
    } else {
      return false;
    }
  }
}

/// Both places are lists of: a position in a sequence, then the branch of the
/// If there, or the iteration of the loop.
bool areInOrder(const Protocol &P, const Event &A, const Event &B,
                bool InDoubt) {
  const Sequence *In = &P.Body;
  for (size_t I = 0;; I += 2) {
    Stmt *X = (*In)[std::min(A.Place[I], B.Place[I])];
    if (A.Place[I] != B.Place[I]) {
      const Event &First = A.Place[I] < B.Place[I] ? A : B;
      return !hasWayOut({X}, {}) || (!leaves(In, First, I, {}) && InDoubt);
    }
    if (const auto *Branch = dyn_cast<If>(X)) {
      if (A.Place[I + 1] != B.Place[I + 1])
        return false;
      In = A.Place[I + 1] ? &Branch->Else : &Branch->Then;
    } else if (const auto *L = dyn_cast<Loop>(X)) {
      In = &L->Body;
      const Event &First = A.Place[I + 1] < B.Place[I + 1] ? A : B;
      if (A.Place[I + 1] != B.Place[I + 1])
        return !hasWayOut(*In, {}) ||
               (!leaves(In, First, I + 2, {}) && InDoubt);
    } else {
      return false;
    }
  }
}

} // namespace racemap::oracle
