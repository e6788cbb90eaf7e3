// Guesses - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/Guesses.h"
#include "passes/map/Traversal.h"
#include "passes/solve/Trials.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include <algorithm>

namespace racemap::solve {

using namespace map;
using llvm::isa;

using Names = llvm::SetVector<const Variable *>;

/// A number that is free to choose: one and the same for both threads.
static bool isSize(const Variable *V) {
  return V->role() == Variable::Role::Parameter ||
         (V->role() == Variable::Role::Builtin && !V->isIndex());
}

/// All names in T; none if it mentions an unknown.
static Names namesOf(const Term *T) {
  Names All;
  bool HasUnknown = false;
  forEachNode(T, [&](const Term *X) {
    if (const auto *V = llvm::dyn_cast<Variable>(X))
      All.insert(V);
    HasUnknown |= isa<Unknown>(X);
  });
  if (HasUnknown)
    All.clear();
  return All;
}

/// The factors of which one has to be known for T to be linear.
static llvm::ArrayRef<const Term *> factorsOf(const Term *T) {
  auto AllKnown = [](llvm::ArrayRef<const Term *> Factors) {
    return llvm::any_of(Factors,
                        [](const Term *F) { return isa<Constant>(F); });
  };
  const auto *O = llvm::dyn_cast<Operation>(T);
  if (!O)
    return {};
  llvm::ArrayRef<const Term *> Factors;
  if (O->op() == Op::Mul)
    Factors = O->operands();
  else if (llvm::is_contained({Op::Shl, Op::LShr, Op::AShr, Op::UDiv, Op::SDiv,
                               Op::URem, Op::SRem},
                              O->op()))
    Factors = O->operands().drop_front();
  return AllKnown(Factors) ? llvm::ArrayRef<const Term *>() : Factors;
}

/// Chosen, and what it needs beside them: the factor that needs least, of
/// sizes if possible.
static void chooseFor(llvm::ArrayRef<const Term *> Factors, Names &Chosen) {
  std::pair<size_t, size_t> Least{SIZE_MAX, 0};
  Names Best;
  for (const Term *F : Factors) {
    Names Of = namesOf(F);
    if (Of.empty())
      continue;
    Of.remove_if([&](const Variable *V) { return Chosen.contains(V); });
    size_t Others =
        llvm::count_if(Of, [](const Variable *V) { return !isSize(V); });
    if (std::pair(Others, Of.size()) < Least) {
      Least = {Others, Of.size()};
      Best = Of;
    }
  }
  Chosen.insert(Best.begin(), Best.end());
}

/// Numbers for all sizes with which everything holds that is about sizes alone,
/// if that has more than constants in its products.
static std::vector<Model> ofSizes(llvm::ArrayRef<const Term *> Conjuncts,
                                  Ranges &R) {
  constexpr unsigned Most = 4;
  std::vector<const Term *> AboutSizes;
  bool IsLinear = true;
  for (const Term *T : Conjuncts) {
    if (anyNode(T, [](const Term *X) {
          const auto *V = llvm::dyn_cast<Variable>(X);
          return isa<Unknown>(X) || (V && !isSize(V));
        }))
      continue;
    AboutSizes.push_back(T);
    IsLinear &=
        !anyNode(T, [](const Term *X) { return !factorsOf(X).empty(); });
  }
  return IsLinear ? std::vector<Model>() : tryNumbers(AboutSizes, R, Most);
}

std::vector<Model> guesses(llvm::ArrayRef<const Term *> Conjuncts, Ranges &R) {
  Names Chosen;
  forEachNode(Conjuncts, [&](const Term *T) {
    if (auto Factors = factorsOf(T); !Factors.empty())
      chooseFor(Factors, Chosen);
  });
  // For dimensions and for all other names.
  static constexpr std::pair<uint64_t, uint64_t> Sizes[] = {
      {2, 1}, {2, 2}, {32, 1}, {32, 32}, {1, 2}, {2, 0}};
  std::vector<Model> All = ofSizes(Conjuncts, R);
  for (auto [Dimension, Other] : Sizes) {
    Model M;
    for (const Variable *V : Chosen) {
      bool IsDimension = V->role() == Variable::Role::Builtin && isSize(V);
      Interval Possible = R.unsignedRange(V);
      __int128 Wanted = IsDimension ? Dimension : Other;
      M[V] = static_cast<uint64_t>(
          std::clamp(Wanted, Possible.Low, Possible.High));
    }
    if (!Chosen.empty() && !llvm::is_contained(All, M))
      All.push_back(std::move(M));
  }
  return All;
}

} // namespace racemap::solve
