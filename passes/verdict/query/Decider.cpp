// Decider - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/query/Decider.h"
#include "passes/map/Traversal.h"
#include "llvm/Support/TimeProfiler.h"

namespace racemap::verdict {

using namespace map;
using solve::Answer;

/// Queries of one kernel that only make its witnesses smaller.
static constexpr unsigned MostAttempts = 60;
static constexpr uint64_t WarpSize = 32;

/// To look at the clock costs more than to look up a pair.
bool Decider::isStoppedByClock() const {
  constexpr uint64_t StepsBetween = 100;
  uint64_t Now = Steps::taken();
  if (!IsLate && (!Looked || Now >= *Looked + StepsBetween)) {
    Looked = Now;
    IsLate = solve::CpuTime::now() >= Latest;
  }
  return IsLate;
}

double Decider::elapsedMs() const {
  return (solve::CpuTime::now() - Begin).count();
}

solve::Budget Decider::budget(Effort E) const {
  constexpr uint64_t LeastForOne = 100 * Steps::PerMillisecond;
  uint64_t Rest = std::min(stepsLeft(), S.unitSteps());
  if (E == Effort::Full)
    return {S.ResourceLimit, Rest};
  if (E == Effort::Limited)
    return {S.ResourceLimit, std::min(Rest, allowedSteps() / 10)};
  unsigned Share = E == Effort::Brief ? 4 : 1;
  uint64_t Most = std::max(LeastForOne, allowedSteps() / 20) / Share;
  return {S.ResourceLimit / 10 / Share, std::min(Rest, Most)};
}

const Answer &Decider::decide(const Conjunction &C, Effort E) {
  auto [Entry, IsNew] = Memory.try_emplace(C);
  auto &[A, By] = Entry->second;
  if (!IsNew && (A.TheKind != Answer::Kind::Unknown || By >= E))
    return A;
  bool WasAsked = !IsNew && By > Effort::Exact;
  By = E;
  llvm::TimeTraceScope Timed("RaceMap solve", Launch.kernel());
  if (WasAsked)
    TheSolver.startAnew();
  A = isExhausted()        ? exhausted()
      : E == Effort::Exact ? TheSolver.refute(C)
                           : weakestFirst(C, budget(E));
  bool IsTooLarge = E == Effort::Full && A.Reason == solve::CircuitsTooLarge;
  WantsMore |= IsTooLarge && S.unitSteps() < stepsLeft();
  if (A.TheKind == Answer::Kind::Unknown &&
      (IsTooLarge || isShareUsedUp() || isStoppedByClock()))
    A = exhausted();
  return A;
}

Answer Decider::attempt(const Conjunction &C, solve::Budget B, Effort E) {
  if (isShareUsedUp())
    return exhausted();
  llvm::TimeTraceScope Timed("RaceMap solve", Launch.kernel());
  B.Steps = std::min(B.Steps, S.unitSteps());
  return E == Effort::Full    ? TheSolver.decide(C, B)
         : E == Effort::Exact ? TheSolver.refute(C)
                              : TheSolver.tryToDecide(C, B);
}

Answer Decider::exhausted() const {
  if (isStoppedByClock())
    return Answer::unknown(std::string(solve::StoppedByClock) +
                           ": this took far longer than budget-ms=" +
                           std::to_string(S.KernelBudgetMs) +
                           " allows for on any machine");
  // Of what is not enough, the less.
  if (S.unitSteps() < stepsLeft())
    return Answer::unknown(unitBudgetExhausted(S.UnitBudgetMs));
  return Answer::unknown("kernel budget exhausted (budget-ms=" +
                         std::to_string(S.KernelBudgetMs) + ")");
}

/// How dimensions follow from other values is rarely what a proof needs, but
/// divisions are what solvers are slow at. A proof without it is a proof.
Answer Decider::weakestFirst(const Conjunction &C, const solve::Budget &Most) {
  const auto &Relations = Launch.relations();
  Conjunction Weaker;
  for (const Term *T : C)
    if (!Relations.contains(T))
      Weaker.push_back(T);
  for (const Conjunction &Try : {Weaker, C})
    if (Answer A = TheSolver.refute(Try); A.TheKind == Answer::Kind::No)
      return A;
  if (Weaker.size() != C.size()) {
    Answer A = TheSolver.decide(Weaker, Most);
    if (A.TheKind == Answer::Kind::No ||
        (A.TheKind == Answer::Kind::Yes && solve::holds(C, A.TheModel)))
      return A;
  }
  return TheSolver.decide(C, Most);
}

/// What to make small first: launch, threads, loops, parameters.
static unsigned rank(const Term *T) {
  const auto *V = llvm::dyn_cast<Variable>(T);
  if (!V)
    return 4;
  switch (V->role()) {
  case Variable::Role::Builtin:
    return V->isIndex() ? 1 : 0;
  case Variable::Role::Loop:
    return 2;
  case Variable::Role::Parameter:
    return 3;
  }
  llvm_unreachable("all roles are handled");
}

/// Blocks of whole warps, if their size is open.
Conjunction Decider::wholeWarps(llvm::ArrayRef<const Term *> Names) const {
  const Variable *Width = Terms.builtin(Builtin::BlockDimX);
  if (!llvm::is_contained(Names, Width))
    return {};
  const Term *Rest =
      Terms.make(Op::URem, {Width, Terms.constant(32, WarpSize)});
  return {Terms.eq(Rest, Terms.constant(32, 0))};
}

/// Sizes of at least 1, which is what most parameters are.
Conjunction Decider::sizesOf(llvm::ArrayRef<const Term *> Names) const {
  static constexpr unsigned LeastWidth = 32; // others are flags
  Conjunction All;
  for (const Term *T : Names)
    if (rank(T) == 3 && T->width() >= LeastWidth)
      All.push_back(Terms.slt(Terms.constant(T->width(), 0), T));
  return All;
}

/// M with small numbers for what may have them as well. Many names at once get
/// one, since some are equal to others, but those that a conjunct keeps from
/// it. That asks no solver.
static solve::Model withoutLargeOnes(const Conjunction &C, solve::Model M,
                                     llvm::ArrayRef<const Term *> Names) {
  static constexpr uint64_t Large = 1024;
  static constexpr size_t MostNames = 64;
  for (uint64_t N : {1u, 2u, 0u, 32u}) {
    llvm::DenseSet<const Term *> These;
    for (const Term *T : Names)
      if (rank(T) >= 3 && M.lookup(T) > Large && These.size() < MostNames)
        These.insert(T);
    if (These.empty())
      break;
    solve::Model Smaller = M;
    for (const Term *T : These)
      Smaller[T] = N;
    auto IsBroken = [&](const Term *T) { return !solve::holds({T}, Smaller); };
    while (!These.empty()) {
      auto Broken = llvm::find_if(C, IsBroken);
      if (Broken == C.end())
        break;
      auto Before = These.size();
      forEachNode({*Broken}, [&](const Term *T) {
        if (These.erase(T))
          Smaller[T] = M.lookup(T);
      });
      if (These.size() == Before)
        These.clear();
    }
    if (!These.empty() && solve::holds(C, Smaller))
      M = std::move(Smaller);
  }
  return M;
}

solve::Model Decider::smallModel(Conjunction C, solve::Model M) {
  std::vector<const Term *> Names;
  for (const auto &[T, Value] : M)
    if (!T->isBool())
      Names.push_back(T);
  llvm::sort(Names, [](const Term *A, const Term *B) {
    return std::pair(rank(A), A->id()) < std::pair(rank(B), B->id());
  });
  M = withoutLargeOnes(C, std::move(M), Names);
  // All at once first: most models can be small altogether, and of a launch
  // that somebody could have made.
  Conjunction Warps = wholeWarps(Names), Sizes = sizesOf(Names);
  auto TightenAll = [&](Conjunction &From, llvm::ArrayRef<uint64_t> Bounds) {
    return llvm::any_of(Bounds,
                        [&](uint64_t N) { return tighten(From, M, Names, N); });
  };
  static constexpr uint64_t Bounds[] = {2, WarpSize, 1024};
  llvm::ArrayRef<uint64_t> All(Bounds);
  auto TightenWith = [&](llvm::ArrayRef<const Conjunction *> Added) {
    Conjunction More = C;
    for (const Conjunction *Its : Added)
      llvm::append_range(More, *Its);
    if (More.size() == C.size() ||
        !TightenAll(More, Warps.empty() ? All : All.drop_front()))
      return false;
    C = std::move(More);
    return true;
  };
  if (!TightenWith({&Warps, &Sizes}) &&
      (Sizes.empty() || !TightenWith({&Warps})))
    TightenAll(C, All);
  for (const Term *T : Names) {
    for (uint64_t Bound : {4u, 32u, 256u})
      if (M.lookup(T) <= Bound || tighten(C, M, {T}, Bound))
        break;
    C.push_back(Terms.ule(T, Terms.constant(T->width(), M.lookup(T))));
  }
  // What the launch fixes is in no query.
  for (auto [V, Value] : Launch.environment().bindings())
    if (V->role() == Variable::Role::Parameter)
      M[V] = llvm::cast<Constant>(Value)->value();
  return M;
}

bool Decider::tighten(Conjunction &C, solve::Model &M,
                      llvm::ArrayRef<const Term *> Names, uint64_t Bound) {
  if (++Attempts > MostAttempts || isExhausted())
    return false;
  solve::Budget Small = budget();
  Small.Resources = std::min<uint64_t>(Small.Resources / 10, 200'000);
  Small.Steps = std::min(Small.Steps, 50 * Steps::PerMillisecond);
  Conjunction Tighter = C;
  for (const Term *T : Names)
    Tighter.push_back(Terms.ule(T, Terms.constant(T->width(), Bound)));
  Answer A = attempt(Tighter, Small, Effort::Quick);
  if (A.TheKind != Answer::Kind::Yes)
    return false;
  C = std::move(Tighter);
  M = std::move(A.TheModel);
  return true;
}

} // namespace racemap::verdict
