// Readings - counting what operators ask for.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/Readings.h"
#include "passes/map/Traversal.h"

namespace racemap::solve {

using namespace map;

/// How an operator reads its operands, if that does not depend on who reads
/// its result.
static std::optional<Reading> ownReading(const Operation *O) {
  if (O->promises() == NoSignedWrap)
    return Reading::Signed;
  if (O->promises() == NoUnsignedWrap)
    return Reading::Unsigned;
  switch (O->op()) {
  case Op::ULt:
  case Op::ULe:
  case Op::UDiv:
  case Op::URem:
  case Op::LShr:
  case Op::ZExt:
    return Reading::Unsigned;
  case Op::SLt:
  case Op::SLe:
  case Op::SDiv:
  case Op::SRem:
  case Op::AShr:
  case Op::SExt:
    return Reading::Signed;
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

Readings::Readings(llvm::ArrayRef<const Term *> Conjuncts) {
  forEachNode(Conjuncts, [&](const Term *T) {
    const auto *O = llvm::dyn_cast<Operation>(T);
    if (auto As = O ? ownReading(O) : std::nullopt)
      for (const Term *X : T->operands())
        vote(X, *As);
  });
}

/// T is read so by one operator more.
void Readings::vote(const Term *T, Reading As) {
  if (llvm::isa<Variable>(T))
    Votes[T] += As == Reading::Unsigned ? 1 : -1;
  const auto *O = llvm::dyn_cast<Operation>(T);
  if (!O)
    return;
  bool PassesOn = !ownReading(O) && O->op() != Op::Trunc && !T->isBool();
  if (PassesOn && Seen.insert({T, unsigned(As)}).second)
    for (const Term *X : T->operands())
      if (X->width() == T->width())
        vote(X, As);
}

} // namespace racemap::solve
