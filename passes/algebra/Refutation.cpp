// Refutation - the order of the rules.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/algebra/Refutation.h"
#include "passes/algebra/Digits.h"
#include "passes/algebra/DisjointRanges.h"
#include "passes/algebra/SymbolicDigits.h"
#include "passes/algebra/System.h"
#include <set>

namespace racemap::algebra {

namespace {
class Search {
public:
  explicit Search(const Problem &P) : P(P) {}
  bool run();

private:
  static constexpr unsigned MostRounds = 12, MostCases = 48;
  static constexpr uint64_t MostSteps = 50'000;

  void define(System &S);
  void follow(System &S);
  bool replaceRemainders(System &S);
  void equateCalls(System &S);
  struct State {
    System Facts;
    std::vector<const Clause *> Open; ///< of which no case was assumed
  };
  void assume(const Case &C, State &S);
  std::vector<State> casesLeft(const State &S, const Clause &Either);
  bool refute(State S);
  bool isExhausted(const System &S) const {
    return Cases > MostCases || (S.isDone() && !S.isContradictory());
  }

  const Problem &P;
  unsigned Cases = 0;
};
} // namespace

/// The atoms of products.
static void addFactors(const Case &C, std::set<AtomId> &To) {
  for (const Fact &F : C.Facts)
    for (const Form::Part &X : F.Of.parts())
      if (!X.Of.isAtom())
        for (Monomial M = X.Of; !M.isOne(); M = M.rest())
          To.insert(M.atom());
  for (const Clause &Either : C.Clauses)
    for (const Case &X : Either)
      addFactors(X, To);
}

/// What is equal by definition, before all else. An atom that is a factor of
/// products stays one name there.
void Search::define(System &S) {
  std::set<AtomId> Factors;
  addFactors(P.Said, Factors);
  for (const Problem::Cut &C : P.Cuts)
    if (Factors.contains(C.Part))
      S.zero(C.Zero);
    else
      S.substitute(C.Part, S.current(Form::atom(C.Part) - C.Zero));
  for (const Form &Zero : P.Divisions)
    S.zero(Zero);
}

void Search::assume(const Case &C, State &S) {
  for (const Fact &F : C.Facts)
    if (F.TheKind != Fact::Kind::Zero || F.Of.isBroken() ||
        !S.Facts.eliminate(F.Of, Rank::Index))
      S.Facts.add(F);
  for (const Clause &Either : C.Clauses)
    S.Open.push_back(&Either);
}

void Search::equateCalls(System &S) {
  for (size_t I = 0; I < P.Calls.size(); ++I)
    for (size_t J = 0; J < I; ++J) {
      const Call &X = P.Calls[I], &Y = P.Calls[J];
      if (X.Function != Y.Function)
        continue;
      if (S.isDone())
        return;
      bool Same = true;
      for (size_t N = 0; Same && N < X.Operands.size(); ++N)
        Same = S.boundsOf(S.current(X.Operands[N] - Y.Operands[N])) ==
               Bounds{0, 0};
      if (Same)
        S.zero(S.current(X.Value - Y.Value));
    }
}

/// Where nothing else helps, a remainder becomes what it is of.
bool Search::replaceRemainders(System &S) {
  unsigned Before = S.version();
  for (const Form &Zero : P.Divisions)
    if (!S.isContradictory())
      S.eliminate(Zero, Rank::Remainder);
  return S.version() != Before;
}

void Search::follow(System &S) {
  for (unsigned Round = 0; Round < MostRounds; ++Round) {
    unsigned Before = S.version();
    for (auto Rule :
         {+[](System &S) { S.propagate(); }, +[](System &S) { S.simplify(); },
          &splitDigits, &splitSymbolicDigits}) {
      if (S.isDone())
        return;
      Rule(S);
    }
    equateCalls(S);
    if (S.version() == Before && !replaceRemainders(S) && !S.eliminateAny())
      return;
  }
}

/// The cases of Either that are left in S; with Then, what else is open then.
std::vector<Search::State> Search::casesLeft(const State &S,
                                             const Clause &Either) {
  std::vector<State> Left;
  for (const Case &C : Either) {
    if (isExhausted(S.Facts))
      return {S, S}; // nothing is known
    ++Cases;
    State Here = S;
    llvm::erase(Here.Open, &Either);
    assume(C, Here);
    follow(Here.Facts);
    if (!Here.Facts.isContradictory())
      Left.push_back(std::move(Here));
  }
  return Left;
}

/// A clause of which one case is left is no longer one. Then the cases of one
/// clause are tried in turn, with all others open.
bool Search::refute(State S) {
  while (!S.Facts.isContradictory()) {
    std::optional<std::vector<State>> Fewest;
    for (const Clause *Either : S.Open) {
      auto Left = casesLeft(S, *Either);
      if (Left.empty())
        return true;
      if (!Fewest || Left.size() < Fewest->size())
        Fewest = std::move(Left);
      if (Fewest->size() == 1)
        break;
    }
    if (!Fewest || isExhausted(S.Facts))
      return false;
    if (Fewest->size() > 1)
      return llvm::all_of(*Fewest, [&](const State &X) { return refute(X); });
    S = std::move(Fewest->front());
  }
  return true;
}

bool Search::run() {
  State S{System(P.Atoms, MostSteps), {}};
  define(S.Facts);
  assume(P.Said, S);
  follow(S.Facts);
  return refute(std::move(S));
}

bool isRefuted(llvm::ArrayRef<const map::Term *> Conjuncts, map::Ranges &R,
               Promised Promises) {
  Problem P = Reader(Conjuncts, R, Promises).read();
  return Search(P).run();
}

} // namespace racemap::algebra
