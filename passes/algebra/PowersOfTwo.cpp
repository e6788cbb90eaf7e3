// PowersOfTwo - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/algebra/PowersOfTwo.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace racemap::algebra {

using namespace map;
using llvm::dyn_cast;

/// Of terms, and of choices, of which a loop's variable has as many as bits.
static constexpr unsigned MostDepth = 12, MostChoices = 140;

bool PowersOfTwo::isOne(const Term *T, unsigned Depth) const {
  if (const auto *C = dyn_cast<Constant>(T))
    return C->value() == 0 || llvm::isPowerOf2_64(C->value());
  const auto *O = dyn_cast<Operation>(T);
  if (!O)
    return Known.contains(T);
  if (Depth == MostDepth)
    return false;
  auto Is = [&](unsigned I) { return isOne(O->operand(I), Depth + 1); };
  switch (O->op()) {
  case Op::Shl:
  case Op::LShr:
  case Op::ZExt:
  case Op::Trunc:
    return Is(0);
  case Op::Mul:
    return Is(0) && Is(1);
  case Op::UDiv: { // by 0, anything
    const auto *By = dyn_cast<Constant>(O->operand(1));
    return By && By->value() != 0 && Is(0) && Is(1);
  }
  case Op::And:
    return !T->isBool() && (Is(0) || Is(1));
  case Op::Ite:
    return Is(1) && Is(2);
  default:
    return false;
  }
}

/// The names that are one if the condition holds.
PowersOfTwo::Names PowersOfTwo::namesIn(const Term *Condition,
                                        unsigned Depth) const {
  Names All;
  if (Depth == MostChoices)
    return All;
  if (isOp(Condition, Op::Eq)) {
    for (unsigned I : {0u, 1u})
      if (!llvm::isa<Operation, Constant>(Condition->operand(I)) &&
          isOne(Condition->operand(1 - I), 0))
        All.insert(Condition->operand(I));
    return All;
  }
  bool IsAnd = isOp(Condition, Op::And), IsOr = isOp(Condition, Op::Or);
  if (!Condition->isBool() || (!IsAnd && !IsOr))
    return All;
  All = namesIn(Condition->operand(0), Depth + 1);
  if (IsOr && All.empty())
    return All;
  Names Others = namesIn(Condition->operand(1), Depth + 1);
  if (IsAnd) {
    All.insert(Others.begin(), Others.end());
    return All;
  }
  Names Both;
  for (const Term *T : All)
    if (Others.contains(T))
      Both.insert(T);
  return Both;
}

/// The start of one loop is the variable of another one.
void PowersOfTwo::learn() {
  HasLearned = true;
  for (size_t Before = Known.size() + 1; Before != Known.size();) {
    Before = Known.size();
    for (const Term *T : Said) {
      Names Its = namesIn(T, 0);
      Known.insert(Its.begin(), Its.end());
    }
  }
}

bool PowersOfTwo::contains(const Term *T) {
  if (!HasLearned)
    learn();
  return isOne(T, 0);
}

} // namespace racemap::algebra
