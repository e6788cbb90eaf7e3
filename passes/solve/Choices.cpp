// Choices - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/Choices.h"
#include "passes/map/Mentioned.h"
#include "passes/map/PromiseRewriter.h"
#include "passes/map/Replacement.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

namespace racemap::solve {

using namespace map;

using Conjunction = std::vector<const Term *>;

/// More are not tried one by one.
static constexpr size_t MostAlternatives = 16;

/// The names on which it depends how far something is shifted.
static VariableSet shiftsIn(llvm::ArrayRef<const Term *> All) {
  VariableSet By;
  forEachNode(All, [&](const Term *T) {
    if (isOp(T, Op::Shl) || isOp(T, Op::LShr) || isOp(T, Op::AShr))
      addMentioned(T->operand(1), By);
  });
  return By;
}

static void addAlternatives(const Term *T, Conjunction &To) {
  if (!isOp(T, Op::Or))
    return To.push_back(T);
  addAlternatives(T->operand(0), To);
  addAlternatives(T->operand(1), To);
}

/// The alternatives of T that are left in R, if it is a disjunction that says
/// something of one of the names.
static Conjunction alternatives(const Term *T, const VariableSet &Of,
                                Ranges &R) {
  Conjunction Left;
  VariableSet In;
  if (!isOp(T, Op::Or))
    return Left;
  addMentioned(T, In);
  if (llvm::none_of(In, [&](const Variable *V) { return Of.contains(V); }))
    return Left;
  addAlternatives(T, Left);
  llvm::erase_if(Left, [&](const Term *X) { return R.isAlwaysFalse(X); });
  return Left;
}

/// All where Other holds in the place of one of them, with the numbers that it
/// says names are.
static Conjunction instead(TermContext &Terms, llvm::ArrayRef<const Term *> All,
                           const Term *One, const Term *Other) {
  Replacement In(Terms);
  auto Parts = conjuncts(Other);
  llvm::erase_if(Parts, [&](const Term *T) {
    bool IsNumber = isOp(T, Op::Eq) && llvm::isa<Variable>(T->operand(0)) &&
                    llvm::isa<Constant>(T->operand(1));
    if (IsNumber)
      In.replace(T->operand(0), T->operand(1));
    return IsNumber;
  });
  Conjunction Result;
  for (const Term *T : All)
    if (T != One)
      Result.push_back(In(T));
  for (const Term *T : Parts)
    Result.push_back(In(T));
  return Result;
}

/// Takes apart what says how far something is shifted: a name that is a number,
/// or else the disjunction with the fewest alternatives.
static std::vector<Conjunction>
byShifts(TermContext &Terms, llvm::ArrayRef<const Term *> All, Ranges &R) {
  std::vector<Conjunction> Ways;
  VariableSet By = shiftsIn(All);
  if (By.empty())
    return Ways;
  Conjunction Parts;
  for (const Term *T : All)
    llvm::append_range(Parts, conjuncts(T));
  const Term *Best = nullptr;
  Conjunction Fewest;
  for (const Term *T : Parts) {
    const auto *V =
        isOp(T, Op::Eq) ? llvm::dyn_cast<Variable>(T->operand(0)) : nullptr;
    if (V && By.contains(V) && llvm::isa<Constant>(T->operand(1)))
      return {instead(Terms, Parts, T, T)};
    Conjunction Its = alternatives(T, By, R);
    if (!Its.empty() && (!Best || Its.size() < Fewest.size())) {
      Best = T;
      Fewest = std::move(Its);
    }
  }
  if (Fewest.size() <= MostAlternatives)
    for (const Term *T : Fewest)
      Ways.push_back(instead(Terms, Parts, Best, T));
  return Ways;
}

/// Can it be another value for the other thread?
static bool isOfThread(const Term *T) {
  return anyNode({T}, [](const Term *X) {
    const auto *V = llvm::dyn_cast<Variable>(X);
    return llvm::isa<Unknown>(X) || (V && V->copy() != Copy::Any);
  });
}

/// A condition by which they choose; null if they do not.
static const Term *choiceIn(llvm::ArrayRef<const Term *> All) {
  const Term *Best = nullptr;
  std::tuple<bool, unsigned> Least;
  forEachNode(All, [&](const Term *T) {
    const Term *If = isOp(T, Op::Ite) ? T->operand(0) : nullptr;
    if (!If)
      return;
    std::tuple Rank(isOfThread(If), If->id());
    if (Best && Least <= Rank)
      return;
    Best = If;
    Least = Rank;
  });
  return Best;
}

std::vector<Conjunction> waysOf(TermContext &Terms,
                                llvm::ArrayRef<const Term *> All,
                                const CertainTerms &Certain, Ranges &R) {
  std::vector<Conjunction> Ways = byShifts(Terms, All, R);
  const Term *If = Ways.empty() ? choiceIn(All) : nullptr;
  if (!If)
    return Ways;
  // What it promises is so where it is asked, and that may be nowhere.
  const Term *Said = Certain.contains(If) ? If : WithoutPromises(Terms)(If);
  for (bool Holds : {true, false}) {
    Replacement In(Terms);
    In.replace(If, Terms.boolean(Holds));
    Conjunction Either;
    for (const Term *T : All)
      Either.push_back(In(T));
    Either.push_back(Holds ? Said : Terms.logicalNot(Said));
    Ways.push_back(std::move(Either));
  }
  return Ways;
}

} // namespace racemap::solve
