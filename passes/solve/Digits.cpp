// Digits - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/Digits.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap::solve {

using namespace map;
using llvm::dyn_cast;

std::optional<__int128> knownDivisor(const Operation *T) {
  bool IsSigned = T->op() == Op::SDiv || T->op() == Op::SRem;
  bool IsShift = T->op() == Op::LShr || T->op() == Op::AShr;
  bool Divides = IsSigned || T->op() == Op::UDiv || T->op() == Op::URem;
  const auto *C =
      IsShift || Divides ? dyn_cast<Constant>(T->operand(1)) : nullptr;
  if (!C)
    return std::nullopt;
  if (IsShift)
    return C->value() < 64 ? std::optional(__int128(1) << C->value())
                           : std::nullopt;
  __int128 D = IsSigned ? C->signedValue() : __int128(C->value());
  return D > 0 ? std::optional(D) : std::nullopt;
}

Digits::Digits(llvm::ArrayRef<const Term *> Conjuncts) {
  forEachNode(Conjuncts, [&](const Term *T) {
    if (const auto *O = dyn_cast<Operation>(T))
      if (auto By = knownDivisor(O))
        Divisors[O->operand(0)].insert(*By);
  });
}

__int128 Digits::finer(const Term *Of, __int128 By) const {
  auto Its = Divisors.find(Of);
  if (Its == Divisors.end())
    return 1;
  for (__int128 D : llvm::reverse(Its->second))
    if (D < By && By % D == 0)
      return D;
  return 1;
}

} // namespace racemap::solve
