// FreeReads - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/races/FreeReads.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/SetOperations.h"

namespace racemap::verdict {

using namespace map;
using llvm::dyn_cast;
using Reads = llvm::DenseSet<const Unknown *>;

namespace {
/// What a sum or a product is made of.
struct Made {
  explicit Made(const Term *T) { add(T); }

  Reads Read;
  llvm::DenseSet<const Variable *> Counters; ///< of loops

private:
  void add(const Term *T);
  llvm::DenseSet<const Term *> Seen;
};
} // namespace

void Made::add(const Term *T) {
  if (!Seen.insert(T).second)
    return;
  if (const auto *U = dyn_cast<Unknown>(T)) {
    if (U->cause() == Cause::Input && U->width() >= 32)
      Read.insert(U);
    return;
  }
  if (const auto *V = dyn_cast<Variable>(T)) {
    if (V->role() == Variable::Role::Loop)
      Counters.insert(V);
    return;
  }
  const auto *O = dyn_cast<Operation>(T);
  switch (O ? O->op() : Op::Ite) {
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::Shl:
  case Op::ZExt:
  case Op::SExt:
  case Op::Trunc:
    for (const Term *X : O->operands())
      add(X);
    return;
  default:
    return;
  }
}

template <typename Set> static bool meet(const Set &A, const Set &B) {
  return llvm::any_of(A, [&](auto *X) { return B.contains(X); });
}

Reads freeReads(const intervals::Reach &R) {
  Made Offset(R.Offset);
  Reads Free = Offset.Read, Tested;
  forEachNode({R.Condition}, [&](const Term *T) {
    const auto *O = dyn_cast<Operation>(T);
    if (!O || O->op() < Op::ULt || O->op() > Op::SLe)
      return;
    Made Less(O->operand(0)), More(O->operand(1));
    bool IsBelowCounter = meet(More.Counters, Offset.Counters);
    if (IsBelowCounter)
      llvm::set_union(Free, Less.Read);
    if (meet(Less.Read, Offset.Read) || meet(Less.Counters, Offset.Counters))
      llvm::set_union(Free, More.Read);
    if (More.Read.empty() && !IsBelowCounter)
      llvm::set_union(Tested, Less.Read);
  });
  llvm::set_subtract(Free, Tested);
  return Free;
}

} // namespace racemap::verdict
