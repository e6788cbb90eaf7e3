// PartsOfBlocks - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/races/PartsOfBlocks.h"
#include "passes/map/Polynomial.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

namespace racemap::verdict {

using namespace map;
using llvm::dyn_cast;
using Monomial = Polynomial::Monomial;
using Read = const Unknown *;

/// Does T count what the threads of a block do apart from each other?
static bool isCounter(const Term *T) {
  const auto *V = dyn_cast<Variable>(T);
  return V && (V->role() == Variable::Role::Loop ||
               (V->isIndex() && V->builtin() < Builtin::BlockIdxX));
}

static bool isReadByBlock(const Term *T) {
  const auto *U = dyn_cast<Unknown>(T);
  return U && U->cause() == Cause::Input && U->width() > 8 &&
         intervals::isUniform(U, Scope::Block, {});
}

static Monomial without(Monomial Names, size_t Place) {
  Names.erase(Names.begin() + Place);
  return Names;
}

/// Has the sum a counter, times the others with that factor?
static bool counts(const Polynomial &Sum, const Monomial &Others,
                   int64_t Factor) {
  return llvm::any_of(Sum.sum(), [&](const auto &Part) {
    const Monomial &Names = Part.first;
    if (Part.second != Factor && Part.second != -Factor)
      return false;
    for (size_t I = 0; I < Names.size(); ++I)
      if (isCounter(Names[I]) && without(Names, I) == Others)
        return true;
    return false;
  });
}

namespace {
struct Beginnings {
  llvm::SetVector<Read> Reads;
  int64_t Step = INT64_MAX; ///< in bytes, the shortest of what is counted there
};
} // namespace

static Beginnings beginningsIn(const Polynomial &Offset) {
  Beginnings All;
  for (const auto &[Names, Factor] : Offset.sum())
    for (size_t I = 0; I < Names.size(); ++I)
      if (isReadByBlock(Names[I]) &&
          counts(Offset, without(Names, I), Factor)) {
        All.Reads.insert(llvm::cast<Unknown>(Names[I]));
        All.Step = std::min(All.Step, std::abs(Factor));
      }
  return All;
}

/// Are A and B apart by what is counted, and by less than Step beside that?
static bool areAlike(const Polynomial &A, const Polynomial &B, int64_t Step) {
  auto Minus = B * Polynomial::constant(-1);
  auto Apart = Minus ? A + *Minus : std::nullopt;
  return Apart && llvm::all_of(Apart->sum(), [&](const auto &Part) {
           return Part.first.empty() ? std::abs(Part.second) < Step
                                     : llvm::any_of(Part.first, isCounter);
         });
}

PartsOfBlocks::PartsOfBlocks(TermContext &Terms, const Term *FirstOffset,
                             const Term *SecondOffset, const TwoThreads &Both) {
  auto First = Polynomial::unwrapped(FirstOffset),
       Second = Polynomial::unwrapped(SecondOffset);
  if (!First || !Second)
    return;
  Beginnings All = beginningsIn(*First);
  if (All.Reads.empty() || !areAlike(*First, *Second, All.Step))
    return;
  for (Read U : All.Reads) {
    for (const Term *Where : U->operands())
      Facts.push_back(Terms.eq(Both.first(Where), Both.second(Where)));
    if (!llvm::is_contained(Arrays, U->array()))
      Arrays.push_back(U->array());
  }
}

std::string PartsOfBlocks::broken() const {
  auto Name = [](const Array *A) { return "'" + A->Name + "'"; };
  return "the parts that " +
         llvm::join(llvm::map_range(Arrays, Name), " and ") +
         (Arrays.size() > 1 ? " say" : " says") + " the beginnings of overlap";
}

} // namespace racemap::verdict
