// DisjointRanges - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/algebra/DisjointRanges.h"
#include "passes/algebra/Entailment.h"

namespace racemap::algebra {

/// Does High < F follow?
static bool isAlwaysAbove(const Form &F, Int High, const System &S) {
  return isNeverNegative(F - Form::constant(High + 1), S);
}

void compareRanges(System &S) {
  for (const auto &[F, B] : S.constraints()) {
    if (S.isDone())
      return;
    if (!B.isNarrow() || F.parts().size() < 2)
      continue;
    if (isAlwaysAbove(F, B.High, S) || isAlwaysAbove(F.scaled(-1), -B.Low, S)) {
      S.fail();
      return;
    }
  }
}

} // namespace racemap::algebra
