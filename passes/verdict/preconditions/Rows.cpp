// Rows - offsets as what Pitch scales, and the rest.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/preconditions/Rows.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/SetOperations.h"

namespace racemap::verdict {

using namespace map;

namespace {
/// Of sums and products: the indices, counters, digits and values that are read
/// or not known, of which they are made.
using Steps = llvm::DenseSet<const Term *>;

class Split {
public:
  Split(const Term *Offset, const Variable *Pitch)
      : Pitch(Pitch), Mentions(mentions(Offset, Pitch)) {
    add(Offset, {});
  }

  const Variable *Pitch;
  bool Mentions;
  bool IsClear = true; ///< Pitch is in no remainder, choice or the like
  Steps Scaled, Rest;  ///< by Pitch; otherwise

private:
  void add(const Term *T, const Steps &With);
};
} // namespace

static bool isSum(const Term *T) {
  return isOp(T, Op::Add) || isOp(T, Op::Sub);
}
static bool isProduct(const Term *T) {
  return isOp(T, Op::Mul) || isOp(T, Op::Shl);
}

static void addSteps(const Term *T, Steps &To) {
  T = withoutCasts(T);
  if (!variesByThread(T))
    return;
  if (!isSum(T) && !isProduct(T)) {
    To.insert(T);
    return;
  }
  for (const Term *X : T->operands())
    addSteps(X, To);
}

/// With: what T is multiplied with.
void Split::add(const Term *T, const Steps &With) {
  T = withoutCasts(T);
  if (!mentions(T, Pitch)) {
    Rest.insert(With.begin(), With.end());
    addSteps(T, Rest);
  } else if (!variesByThread(T)) {
    Scaled.insert(With.begin(), With.end());
  } else if (isSum(T)) {
    for (const Term *X : T->operands())
      add(X, With);
  } else if (isProduct(T)) {
    const Term *A = T->operand(0), *B = T->operand(1);
    if (!mentions(A, Pitch))
      std::swap(A, B);
    Steps All = With;
    addSteps(B, All);
    add(A, All);
  } else {
    IsClear = false;
  }
}

bool areInRows(const RacingPair &Race, const Variable *Pitch) {
  Split A(Race.Offset[0], Pitch), B(Race.Offset[1], Pitch);
  if (!A.Mentions && !B.Mentions)
    return true;
  auto AreApart = [](const Steps &Some, const Steps &Others) {
    return llvm::set_intersection(Some, Others).empty();
  };
  return A.IsClear && B.IsClear && !(A.Rest.empty() && B.Rest.empty()) &&
         AreApart(A.Scaled, A.Rest) && AreApart(B.Scaled, B.Rest) &&
         (B.Mentions || AreApart(A.Scaled, B.Rest)) &&
         (A.Mentions || AreApart(B.Scaled, A.Rest));
}

} // namespace racemap::verdict
