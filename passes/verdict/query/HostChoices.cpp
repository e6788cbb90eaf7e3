// HostChoices - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/query/HostChoices.h"
#include "passes/map/Mentioned.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/SetVector.h"

namespace racemap::verdict {

using namespace map;
using Kind = solve::Answer::Kind;

/// More than these are related in ways that nobody sees.
static constexpr size_t MostNames = 12, MostInConflict = 6;
/// So many of the most ordinary choices have to get to the conflict.
static constexpr unsigned LeastChoices = 4;
/// Nobody writes code for what has one element, or two.
static constexpr uint64_t Tiny = 2;
/// What people like to read.
static constexpr uint64_t Readable = 1024;
static constexpr unsigned PartOfBudget = 4;
static constexpr solve::Budget OneChoice{50'000, 50 * Steps::PerMillisecond};

/// The dimension that V is, or that is the same in the launch.
static std::optional<Builtin> dimensionOf(const Variable *V,
                                          const LaunchContext &Context) {
  if (V->role() == Variable::Role::Builtin)
    return V->builtin();
  for (const Assumption &A : Context.Conditions) {
    if (!A.Condition || !isOp(A.Condition, Op::Eq))
      continue;
    const auto *Its =
        llvm::dyn_cast<Variable>(withoutCasts(A.Condition->operand(0)));
    if (Its && Its->role() == Variable::Role::Builtin &&
        withoutCasts(A.Condition->operand(1)) == V)
      return Its->builtin();
  }
  return std::nullopt;
}

/// Does the launch say that V is what others come to, which All has? Not if it
/// says so of a part of V only. What nobody knows is in no such condition: then
/// it is not the host alone that is in doubt.
static bool isComputedFrom(const Variable *V,
                           const llvm::SetVector<const Variable *> &All,
                           const LaunchContext &Context,
                           const intervals::Environment &Env) {
  auto Is = [&](const Term *A, const Term *B) {
    while (isOp(A, Op::ZExt) || isOp(A, Op::SExt))
      A = A->operand(0);
    VariableSet In;
    addMentioned(B, In);
    return A == V && !In.empty() && !In.contains(V) &&
           !llvm::isa<Variable>(withoutCasts(B)) &&
           llvm::all_of(In, [&](auto *Its) { return All.contains(Its); });
  };
  return llvm::any_of(Context.Conditions, [&](const Assumption &Said) {
    const Term *C = Said.Condition ? Env(Said.Condition) : nullptr;
    return C && isOp(C, Op::Eq) &&
           (Is(C->operand(0), C->operand(1)) ||
            Is(C->operand(1), C->operand(0)));
  });
}

/// What is computed, and what the host passes otherwise, which may depend on
/// it; but not what is computed from others of them.
std::vector<HostName> HostChoices::namesIn(const Query &Q) const {
  llvm::SetVector<const Variable *> All;
  for (const Variable *V : Context.Computed)
    if (Launch.environment()(V) == V)
      All.insert(V);
  forEachNode(Q.Terms, [&](const Term *T) {
    const auto *V = llvm::dyn_cast<Variable>(T);
    bool IsPassed = V && !V->isIndex() && V->role() != Variable::Role::Loop;
    if (IsPassed && Launch.inDoubt({V}).empty()) // else it follows
      All.insert(V);
  });
  for (const Variable *V :
       llvm::SmallVector<const Variable *>(All.getArrayRef()))
    if (isComputedFrom(V, All, Context, Launch.environment()))
      All.remove(V);
  std::vector<HostName> Names;
  for (const Variable *V : All)
    Names.push_back({V, dimensionOf(V, Context)});
  return Names;
}

/// Numbers in the code, and their neighbours: there may be launches with them,
/// and no others. Named are those that what is in doubt is equal to, or not.
static Numerals numbersIn(llvm::ArrayRef<const Term *> Terms,
                          llvm::ArrayRef<const Variable *> InDoubt) {
  static constexpr uint64_t Largest = 1u << 20;
  static constexpr size_t Most = 20;
  Numerals Found;
  forEachNode(Terms, [&](const Term *T) {
    if ((isOp(T, Op::Eq) || isOp(T, Op::Ne)) &&
        anyNode({T}, [&](const Term *Its) {
          return llvm::is_contained(InDoubt, Its);
        }))
      for (const Term *Side : T->operands())
        if (const auto *C = llvm::dyn_cast<Constant>(Side))
          Found.Named.insert(C->value());
    const auto *Its = llvm::dyn_cast<Constant>(T);
    if (!Its || Its->width() < 8 || Its->value() < 2 || Its->value() > Largest)
      return;
    for (uint64_t N : {Its->value(), Its->value() - 1, Its->value() + 1})
      if (Found.All.size() < Most)
        Found.All.insert(N);
  });
  Found.All.insert(Found.Named.begin(), Found.Named.end());
  return Found;
}

HostChoices::Outcome HostChoices::outcome(const Query &Q,
                                          const Conjunction &Reached,
                                          const LaunchValues &Passed,
                                          std::optional<Case> &Found) {
  solve::Model Values(Passed.begin(), Passed.end());
  auto Ask = [&](llvm::ArrayRef<const Term *> C) {
    return D.attempt(solve::substitute(Terms, C, Values), OneChoice,
                     Effort::Full);
  };
  solve::Answer A = Ask(Q.Terms);
  if (A.TheKind == Kind::Unknown)
    return Outcome::Unknown;
  if (A.TheKind == Kind::Yes) {
    A.TheModel.insert(Values.begin(), Values.end());
    if (solve::holds(Q.Terms, A.TheModel))
      Found = {Passed, std::move(A.TheModel)};
    return Outcome::Conflicts;
  }
  if (Ask(Reached).TheKind != Kind::No)
    return Outcome::Passes;
  return Ask(Q.common()).TheKind == Kind::No ? Outcome::NoLaunch
                                             : Outcome::NotReached;
}

std::optional<unsigned> HostChoices::conflicting(
    const Query &Q, const Conjunction &Reached, const HostFamily &Family,
    const std::set<uint64_t> &Exceptional, std::optional<Case> &Found) {
  unsigned Conflicting = 0;
  bool HasGap = false, HasOthers = false;
  for (const auto &[Size, Passed] : Family) {
    if (Time->isSpent())
      return std::nullopt;
    std::optional<Case> Its;
    Outcome What = outcome(Q, Reached, Passed, Its);
    if (What == Outcome::Unknown || What == Outcome::NoLaunch)
      continue;
    if (What != Outcome::Conflicts) {
      bool MayBe = What == Outcome::NotReached || Size <= Tiny;
      if (!MayBe || Exceptional.count(Size))
        return std::nullopt;
      HasOthers |= What == Outcome::NotReached;
      HasGap = Conflicting;
      continue;
    }
    if (HasGap)
      return std::nullopt;
    ++Conflicting;
    if (Its && (!Found || Size <= Readable))
      Found = std::move(Its);
  }
  if (HasOthers && !Conflicting)
    return std::nullopt;
  return Conflicting;
}

/// Does a number of Its scale what differs from thread to thread? It may be a
/// product of others, as the size of an image is, which no choice is.
static bool isScale(llvm::ArrayRef<const Variable *> Its,
                    llvm::ArrayRef<const Term *> In) {
  auto IsNumber = [&](const Term *T) {
    const auto *V = llvm::dyn_cast<Variable>(T);
    return V && !V->isDimension() && llvm::is_contained(Its, V);
  };
  return anyNode(In, [&](const Term *T) {
    if (!isOp(T, Op::Mul))
      return false;
    const Term *A = T->operand(0), *B = T->operand(1);
    return (anyNode({A}, IsNumber) && variesByThread(B)) ||
           (anyNode({B}, IsNumber) && variesByThread(A));
  });
}

std::optional<HostFamily> HostChoices::listed(const Query &Q,
                                              llvm::ArrayRef<HostName> Names) {
  static constexpr uint64_t Most = 16;
  if (Names.size() != 1)
    return std::nullopt;
  const Variable *V = Names.front().Its;
  Conjunction Larger(Q.common().begin(), Q.common().end());
  Larger.push_back(Terms.ult(Terms.constant(V->width(), Most), V));
  if (D.attempt(Larger, OneChoice, Effort::Quick).TheKind != Kind::No)
    return std::nullopt;
  HostFamily All;
  for (uint64_t N = 0; N <= Most; ++N)
    All.push_back({Readable, {{V, N}}});
  return All;
}

std::optional<HostChoices::Case> HostChoices::find(const Query &Q,
                                                   const Conjunction &Reached) {
  llvm::ArrayRef<const Term *> Own(Q.Terms);
  Own = Own.drop_front(Q.common().size());
  std::vector<const Variable *> InConflict = Launch.inDoubt(Own);
  std::vector<HostName> Names = namesIn(Q);
  if (Names.size() > MostNames || InConflict.size() > MostInConflict ||
      llvm::any_of(InConflict, LaunchContext::isClusterDim) ||
      isScale(InConflict, Own))
    return std::nullopt;
  if (!Time)
    Time.emplace(D, PartOfBudget);
  std::optional<Case> Found;
  std::optional<HostFamily> All = listed(Q, Names);
  unsigned Least = All ? 1 : LeastChoices;
  std::set<uint64_t> Each;
  if (All) // they may be all that is passed
    Each.insert(Readable);
  for (const HostFamily &Family :
       All ? std::vector<HostFamily>{*All} : hostFamilies(Names)) {
    std::optional<Case> Its;
    auto Conflicting = conflicting(Q, Reached, Family, Each, Its);
    if (!Conflicting || (!Found && *Conflicting < Least))
      return std::nullopt;
    if (!Found)
      Found = std::move(Its);
  }
  Numerals Known = numbersIn(Own, InConflict);
  for (const Variable *V : InConflict) {
    std::optional<Case> Its;
    if (!conflicting(Q, Reached, hostFamily(V, Known), Known.Named, Its))
      return std::nullopt;
  }
  return Found;
}

} // namespace racemap::verdict
