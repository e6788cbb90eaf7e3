// Layouts - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/preconditions/Layouts.h"
#include "passes/map/Polynomial.h"
#include "passes/map/Traversal.h"
#include "passes/verdict/preconditions/Rows.h"

namespace racemap::verdict {

using namespace map;
using Kind = solve::Answer::Kind;

namespace {
/// What each product of strides is scaled with; what is not scaled stands at
/// the empty product.
using Indices =
    std::map<Polynomial::Monomial, const Term *, Polynomial::ById>;
} // namespace

static bool isStride(const Term *T) {
  const auto *V = llvm::dyn_cast<Variable>(T);
  return V && V->role() == Variable::Role::Parameter;
}

/// Place: a sum; nothing if it is none, or too long.
static std::optional<Indices> indicesOf(const Term *Place, TermContext &Terms) {
  auto Sum = Polynomial::unwrapped(Place);
  if (!Sum)
    return std::nullopt;
  Indices All;
  for (const auto &[Names, Coefficient] : Sum->sum()) {
    Polynomial::Monomial Strides;
    const Term *Index = Terms.constant(64, static_cast<uint64_t>(Coefficient));
    for (const Term *Name : Names) {
      if (isStride(Name) && llvm::any_of(Names, variesByThread))
        Strides.push_back(Name);
      else
        Index = Terms.mul(Index, Terms.resizeSigned(Name, 64), NoSignedWrap);
    }
    const Term *&Its = All[Strides];
    Its = Its ? Terms.add(Its, Index, NoSignedWrap) : Index;
  }
  return All;
}

/// A launch that says something of it was followed; and what bounds an index
/// is an extent: more threads than that are a mistake.
bool Layouts::isFree(const Variable *Stride) const {
  return !Known.isBound(Stride) &&
         llvm::none_of(Context.Conditions, [&](const Assumption &Said) {
           return Said.Condition && mentions(Said.Condition, Stride);
         });
}

VariableSet Layouts::blame(const RacingPair &Race, Questions &Asked) const {
  if (Race.Extent || Race.TheArray->TheSpace == Space::Shared)
    return {};
  auto First = indicesOf(Race.Place[0], Terms),
       Second = indicesOf(Race.Place[1], Terms);
  if (!First || !Second)
    return {};
  const Term *Zero = Terms.constant(64, 0);
  Conjunction OneElement;
  VariableSet Strides;
  for (const auto &Its : {*First, *Second})
    for (const auto &[Scale, Index] : Its) {
      auto Of = [&](const Indices &All) {
        auto Found = All.find(Scale);
        return Found == All.end() ? Zero : Found->second;
      };
      OneElement.push_back(Terms.eq(Of(*First), Of(*Second)));
      for (const Term *Name : Scale)
        Strides.insert(llvm::cast<Variable>(Name));
    }
  auto IsOfLayout = [&](const Variable *Stride) {
    return isFree(Stride) && areInRows(Race, Stride);
  };
  auto IsCut = [&](const Term *Place) {
    return anyNode({Place}, [&](const Term *T) {
      return isOp(T, Op::Trunc) && llvm::any_of(Strides, [&](const Term *Its) {
               return mentions(T, Its);
             });
    });
  };
  if (Strides.empty() || !llvm::all_of(Strides, IsOfLayout) ||
      llvm::any_of(Race.Place, IsCut) ||
      !Asked.isRefuted(OneElement, Race.Race, Patience::Some))
    return {};
  Conjunction AreStrides;
  for (const Variable *Stride : Strides)
    AreStrides.push_back(Terms.ne(Stride, Terms.constant(Stride->width(), 0)));
  if (Asked.ask(AreStrides, Race.Together, Patience::Some).TheKind != Kind::Yes)
    return {};
  return Strides;
}

} // namespace racemap::verdict
