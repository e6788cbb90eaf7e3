// RisingArrays - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/races/RisingArrays.h"
#include "passes/map/Polynomial.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"

namespace racemap::verdict {

using namespace map;
using llvm::dyn_cast;
using Read = const Unknown *;

/// Facts are about any two.
static constexpr size_t MostReads = 12;

static bool isBuiltin(const Term *T) {
  const auto *V = dyn_cast<Variable>(T);
  return V && V->role() == Variable::Role::Builtin;
}

/// Does the index step by one such element, and is it of one dimension?
static bool stepsByElements(const Polynomial &Offset, int64_t Size) {
  bool Steps = false;
  for (const auto &[Names, Factor] : Offset.sum()) {
    if (Names.size() > 1 && !llvm::all_of(Names, isBuiltin))
      return false;
    Steps |= Names.size() == 1 && Factor == Size && variesByThread(Names[0]);
  }
  return Steps;
}

/// The reads of whose bits something is made, as the order of floats is.
static llvm::DenseSet<const Term *> takenByBits(const Conjunction &Race) {
  llvm::DenseSet<const Term *> All;
  forEachNode(Race, [&](const Term *T) {
    const auto *O = dyn_cast<Operation>(T);
    if (!O || O->isBool() ||
        !llvm::is_contained({Op::And, Op::Or, Op::Xor, Op::LShr, Op::AShr},
                            O->op()))
      return;
    for (const Term *X : T->operands())
      All.insert(withoutCasts(X));
  });
  return All;
}

RisingArrays::RisingArrays(TermContext &Terms, const Conjunction &Race)
    : Terms(Terms) {
  llvm::SetVector<Read> All;
  forEachNode(Race, [&](const Term *T) {
    const auto *U = dyn_cast<Unknown>(T);
    if (U && U->cause() == Cause::Input && U->width() > 8)
      All.insert(U);
  });
  if (All.size() > MostReads)
    return;
  auto ByBits = takenByBits(Race);
  std::vector<std::pair<Read, Polynomial>> Places;
  for (Read U : All)
    if (auto At = Polynomial::unwrapped(U->offset());
        At && !ByBits.contains(U) && stepsByElements(*At, U->width() / 8))
      Places.emplace_back(U, std::move(*At));
  for (const auto &[A, AtA] : Places)
    for (const auto &[B, AtB] : Places) {
      auto Next = AtA + Polynomial::constant(A->width() / 8);
      if (!A->isBeside(B) || !Next || Next->sum() != AtB.sum())
        continue;
      Neighbours.insert(A);
      Neighbours.insert(B);
      if (!llvm::is_contained(Arrays, A->array()))
        Arrays.push_back(A->array());
    }
  for (Read A : Neighbours)
    Facts.push_back(Terms.sle(Terms.constant(A->width(), 0), A));
  for (Read A : Neighbours)
    for (Read B : Neighbours)
      if (A != B && A->isBeside(B))
        relate(A, B);
}

bool RisingArrays::areIn(const Term *T) const {
  return anyNode({T}, [&](const Term *X) {
    const auto *U = dyn_cast<Unknown>(X);
    return U && Neighbours.contains(U);
  });
}

/// A loop's variable or an index of the thread, but for those of what is read.
static bool hasIndex(const Term *T) {
  bool Has = false;
  forEachPart(T, [&](const Term *X) {
    Has |= llvm::isa<Variable>(X) && variesByThread(X);
  });
  return Has;
}

bool RisingArrays::place(const Term *T, const Conjunction &Race) const {
  if (areIn(T) && hasIndex(T))
    return true;
  auto IsCounter = [&](const Term *X) {
    const auto *V = dyn_cast<Variable>(X);
    return V && V->role() == Variable::Role::Loop && mentions(T, V);
  };
  return anyNode(Race, [&](const Term *X) {
    const auto *O = dyn_cast<Operation>(X);
    return O && isOrder(O->op()) && areIn(X) && anyNode({X}, IsCounter);
  });
}

/// What is not behind is not larger.
void RisingArrays::relate(Read A, Read B) {
  Facts.push_back(
      Terms.logicalOr(Terms.slt(B->offset(), A->offset()), Terms.sle(A, B)));
}

std::string RisingArrays::broken() const {
  auto Name = [](const Array *A) { return "'" + A->Name + "'"; };
  return "the elements of " +
         llvm::join(llvm::map_range(Arrays, Name), " or ") + " do not rise";
}

} // namespace racemap::verdict
