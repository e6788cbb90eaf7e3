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
  explicit Made(const Term *T) {
    forEachPart(T, [&](const Term *Part) { add(Part); });
  }

  Reads Read;
  llvm::DenseSet<const Variable *> Counters; ///< of loops

private:
  void add(const Term *Part);
};
} // namespace

void Made::add(const Term *Part) {
  if (const auto *U = dyn_cast<Unknown>(Part))
    if (U->cause() == Cause::Input && U->width() >= 32)
      Read.insert(U);
  if (const auto *V = dyn_cast<Variable>(Part))
    if (V->role() == Variable::Role::Loop)
      Counters.insert(V);
}

template <typename Set> static bool meet(const Set &A, const Set &B) {
  return llvm::any_of(A, [&](auto *X) { return B.contains(X); });
}

Reads freeReads(const intervals::Reach &R, FreeReads Wanted) {
  Made Offset(R.Offset);
  Reads Free = Offset.Read, Tested;
  forEachNode({R.Condition}, [&](const Term *T) {
    const auto *O = dyn_cast<Operation>(T);
    if (!O || !isOrder(O->op()))
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
  if (Wanted == FreeReads::Places)
    llvm::set_intersect(Free, Offset.Read);
  llvm::set_subtract(Free, Tested);
  return Free;
}

} // namespace racemap::verdict
