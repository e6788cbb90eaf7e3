// Layouts - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/preconditions/Layouts.h"
#include "passes/map/Polynomial.h"
#include "passes/map/Traversal.h"
#include "passes/verdict/preconditions/Rows.h"

namespace racemap::verdict {

using namespace map;

/// What each product of strides is scaled with; what is not scaled stands at
/// the empty product.
using Indices = std::map<Polynomial::Monomial, const Term *, Polynomial::ById>;

/// The parameters that scale what threads have values of their own for.
static VariableSet stridesIn(const Polynomial &Place) {
  VariableSet All;
  for (const auto &[Names, Coefficient] : Place.sum())
    if (llvm::any_of(Names, variesByThread))
      for (const Term *Name : Names)
        if (const auto *V = llvm::dyn_cast<Variable>(Name);
            V && V->role() == Variable::Role::Parameter)
          All.insert(V);
  return All;
}

static Indices indicesOf(const Polynomial &Place, const VariableSet &Strides,
                         TermContext &Terms) {
  Indices All;
  for (const auto &[Names, Coefficient] : Place.sum()) {
    Polynomial::Monomial Scale;
    const Term *Index = Terms.constant(64, static_cast<uint64_t>(Coefficient));
    for (const Term *Name : Names) {
      if (const auto *V = llvm::dyn_cast<Variable>(Name);
          V && Strides.contains(V))
        Scale.push_back(Name);
      else
        Index = Terms.mul(Index, Terms.resizeSigned(Name, 64), NoSignedWrap);
    }
    const Term *&Its = All[Scale];
    Its = Its ? Terms.add(Its, Index, NoSignedWrap) : Index;
  }
  return All;
}

/// Does something step in two directions? Then no stride says how far elements
/// are apart: of x * (pitch + 8), 8 * x is no step in a row.
static bool stepsTwice(const Polynomial &Place, const VariableSet &Strides) {
  llvm::DenseMap<const Term *, Polynomial::Monomial> Scales;
  for (const auto &[Names, Coefficient] : Place.sum()) {
    Polynomial::Monomial Scale;
    llvm::copy_if(Names, std::back_inserter(Scale), [&](const Term *Name) {
      return Strides.contains(llvm::dyn_cast<Variable>(Name));
    });
    for (const Term *Name : Names)
      if (variesByThread(Name) &&
          Scales.try_emplace(Name, Scale).first->second != Scale)
        return true;
  }
  return false;
}

/// Is a part of a number cut off that differs by thread? Two that are not the
/// same may be so then.
static bool isCut(const Term *Place) {
  return anyNode({Place}, [](const Term *T) {
    return isOp(T, Op::Trunc) && variesByThread(T);
  });
}

/// A launch that says something of it was followed; and what an index or a
/// counter is compared with is an extent: what goes beyond that is a mistake.
bool Layouts::isFree(const Variable *Stride, const RacingPair &Race) const {
  return !Known.isBound(Stride) && !mentions(Race.Path[0], Stride) &&
         !mentions(Race.Path[1], Stride) &&
         llvm::none_of(P.Assumptions,
                       [&](const Assumption &Said) {
                         return Said.Why == Assumption::Basis::Said &&
                                Said.Condition &&
                                mentions(Said.Condition, Stride);
                       }) &&
         llvm::none_of(Context.Conditions, [&](const Assumption &Said) {
           return Said.Condition && mentions(Said.Condition, Stride);
         });
}

VariableSet Layouts::blame(const RacingPair &Race, Questions &Asked) const {
  if (Race.Extent || Race.TheArray->TheSpace == Space::Shared ||
      llvm::any_of(Race.Offset, isCut))
    return {};
  auto Form = Polynomial::unwrapped(Race.Offset[0]),
       Other = Polynomial::unwrapped(Race.Offset[1]),
       First = Polynomial::unwrapped(Race.Place[0]),
       Second = Polynomial::unwrapped(Race.Place[1]);
  // A neighbour of the last element may be the first of another row, in the
  // layout that everybody means.
  if (!Form || !Other || !First || !Second || Form->sum() != Other->sum())
    return {};
  VariableSet Strides = stridesIn(*Form);
  if (Strides.empty() || stepsTwice(*Form, Strides) ||
      !llvm::all_of(Strides, [&](const Variable *Stride) {
        return isFree(Stride, Race) && areInRows(Race, Stride);
      }))
    return {};
  TermContext &Terms = P.terms();
  Indices Here = indicesOf(*First, Strides, Terms),
          There = indicesOf(*Second, Strides, Terms);
  Conjunction OneElement;
  for (const auto &[Scale, Index] : Here) {
    auto Its = There.find(Scale);
    if (Its == There.end())
      return {};
    OneElement.push_back(Terms.eq(Index, Its->second));
  }
  if (!Asked.isRefuted(OneElement, Race.Race, Patience::Some))
    return {};
  VariableSet Blamed;
  for (const Variable *V : P.Parameters) // as they are declared
    if (Strides.contains(V))
      Blamed.insert(V);
  return Blamed;
}

} // namespace racemap::verdict
