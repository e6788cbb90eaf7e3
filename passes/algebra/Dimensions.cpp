// Dimensions - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/algebra/Dimensions.h"
#include "passes/map/Steps.h"

namespace racemap::algebra {

bool isIndex(const Atom &A) {
  return A.TheRank == Rank::Index || A.TheRank == Rank::Loop;
}

bool mayBeNegative(Monomial M, llvm::ArrayRef<Atom> Atoms) {
  for (; !M.isOne(); M = M.rest())
    if (Atoms[M.atom()].Within.Low < 0)
      return true;
  return false;
}

std::optional<Form> atDimension(const Form &F, const Form::Part &P,
                                const Below &B, llvm::ArrayRef<Atom> Atoms) {
  if (P.Factor <= 0 || !P.Of.contains(B.X))
    return std::nullopt;
  Monomial M = P.Of.without(B.X);
  if (mayBeNegative(M, Atoms))
    return std::nullopt;
  Form G = B.G * Form::product(M);
  map::Steps::take(G.parts().size() + F.parts().size());
  Form Above = Form(F).add(G, P.Factor);
  return Above.isBroken() ? std::nullopt : std::optional(std::move(Above));
}

} // namespace racemap::algebra
