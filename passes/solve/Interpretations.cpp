// Interpretations - counting what operators ask for.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/Interpretations.h"
#include "passes/map/Traversal.h"

namespace racemap::solve {

using namespace map;

/// How an operator reads its operands, if that does not depend on who reads
/// its result.
static std::optional<Interpretation> ownInterpretation(const Operation *O) {
  if (O->promises() == NoSignedWrap)
    return Interpretation::Signed;
  if (O->promises() == NoUnsignedWrap)
    return Interpretation::Unsigned;
  switch (O->op()) {
  case Op::ULt:
  case Op::ULe:
  case Op::UDiv:
  case Op::URem:
  case Op::LShr:
  case Op::ZExt:
    return Interpretation::Unsigned;
  case Op::SLt:
  case Op::SLe:
  case Op::SDiv:
  case Op::SRem:
  case Op::AShr:
  case Op::SExt:
    return Interpretation::Signed;
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::Shl:
  case Op::And:
  case Op::Or:
  case Op::Xor:
  case Op::Eq:
  case Op::Ne:
  case Op::Trunc:
  case Op::Ite:
    break;
  }
  return std::nullopt;
}

Interpretations::Interpretations(llvm::ArrayRef<const Term *> Conjuncts) {
  forEachNode(Conjuncts, [&](const Term *T) {
    const auto *O = llvm::dyn_cast<Operation>(T);
    if (auto As = O ? ownInterpretation(O) : std::nullopt)
      for (const Term *X : T->operands())
        vote(X, *As);
  });
}

/// T is read so by one operator more.
void Interpretations::vote(const Term *T, Interpretation As) {
  if (llvm::isa<Variable>(T))
    Votes[T] += As == Interpretation::Unsigned ? 1 : -1;
  const auto *O = llvm::dyn_cast<Operation>(T);
  if (!O)
    return;
  bool PassesOn = !ownInterpretation(O) && O->op() != Op::Trunc && !T->isBool();
  if (PassesOn && Seen.insert({T, unsigned(As)}).second)
    for (const Term *X : T->operands())
      if (X->width() == T->width())
        vote(X, As);
}

} // namespace racemap::solve
