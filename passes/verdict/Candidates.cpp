// Candidates - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/Candidates.h"
#include "passes/map/TermContext.h"
#include "passes/solve/Trials.h"
#include "passes/verdict/finding/Witnesses.h"
#include "passes/verdict/query/Decider.h"
#include "passes/verdict/query/TwoThreads.h"

namespace racemap::verdict {

using namespace map;
using Dim = std::array<uint32_t, 3>;

namespace {

/// What is wished for, where the launch leaves it open.
struct Wish {
  Dim Block, Grid;
  uint64_t Parameter;
};
constexpr Wish Wishes[] = {
    {{64, 1, 1}, {3, 1, 1}, 128}, {{8, 8, 1}, {2, 2, 1}, 32},
    {{32, 4, 1}, {2, 3, 1}, 64},  {{128, 1, 1}, {4, 1, 1}, 512},
    {{4, 4, 4}, {2, 2, 2}, 16},   {{33, 1, 1}, {2, 1, 1}, 5}};

/// Looking for launches may cost so much, each time.
constexpr uint64_t MostMilliseconds = 300;

class Search {
public:
  Search(const Protocol &P, const LaunchContext &C, const Settings &S)
      : P(P), Terms(P.terms()), Launch(P, C), D(Terms, Launch, S),
        Both(Launch, Terms, Scope::Grid, None), All(Both.common()) {
    llvm::append_range(All, Launch.promised());
  }

  std::optional<Witness> find(const Wish &W) {
    solve::Model Wanted = wishes(W);
    std::optional<solve::Model> M;
    for (bool OfParameters : {true, false})
      if (!M)
        M = satisfy(Wanted, OfParameters);
    if (!M)
      M = anyModel();
    if (!M)
      return std::nullopt;
    for (const auto &[V, N] : Wanted)
      M->try_emplace(V, N);
    return makeWitness(Launch, Terms, Scope::Block, *M);
  }

private:
  /// Open dimensions and parameters.
  solve::Model wishes(const Wish &W) const {
    solve::Model M;
    for (unsigned Axis : {0u, 1u, 2u})
      for (bool Grid : {false, true})
        if (!Launch.dimension(Grid, Axis))
          M[Terms.builtin(static_cast<Builtin>((Grid ? 9 : 6) + Axis))] =
              (Grid ? W.Grid : W.Block)[Axis];
    for (const Variable *V : P.Parameters) {
      uint64_t Most =
          llvm::maskTrailingOnes<uint64_t>(V->width() > 1 ? V->width() - 1 : 1);
      if (const auto *Known = llvm::dyn_cast<Constant>(Launch.environment()(V)))
        M[V] = Known->value();
      else
        M[V] = std::min(W.Parameter, Most);
    }
    return M;
  }

  std::optional<solve::Model> satisfy(const solve::Model &Wanted,
                                      bool OfParameters) {
    Conjunction C = All;
    for (const auto &[T, N] : solve::inOrder(Wanted)) {
      bool IsOfLaunch =
          llvm::cast<Variable>(T)->role() == Variable::Role::Builtin;
      if ((IsOfLaunch || OfParameters) && Launch.environment()(T) == T)
        C.push_back(Terms.eq(T, Terms.constant(T->width(), N)));
    }
    auto Found = solve::tryNumbers(C, Launch, 1);
    return Found.empty() ? std::nullopt : std::optional(Found.front());
  }

  std::optional<solve::Model> anyModel() {
    auto Found = solve::tryNumbers(All, Launch, 1);
    if (!Found.empty())
      return Found.front();
    const solve::Answer &A = D.decide(All, Effort::Limited);
    if (A.TheKind != solve::Answer::Kind::Yes)
      return std::nullopt;
    return D.smallModel(All, A.TheModel);
  }

  const Protocol &P;
  TermContext &Terms;
  LaunchFacts Launch;
  Decider D;
  intervals::SharedVariables None;
  TwoThreads Both;
  Conjunction All;
};

} // namespace

std::vector<Witness> candidateLaunches(const Protocol &P,
                                       const ContextResult &In,
                                       const Settings &S) {
  LaunchContext C = In.Context;
  for (const Finding &F : In.Findings)
    if (const auto &N = F.ThePrecondition; N && N->IsExpected && N->Holds)
      C.Conditions.push_back({N->Holds, N->Text});
  Settings Own = S;
  Own.KernelBudgetMs = std::min(S.KernelBudgetMs, MostMilliseconds);
  Search Launches(P, C, Own);
  std::vector<Witness> Found;
  for (const Wish &W : Wishes)
    if (std::optional<Witness> New = Launches.find(W);
        New && llvm::none_of(Found, [&](const Witness &Known) {
          return std::tie(Known.BlockDim, Known.GridDim, Known.Values) ==
                 std::tie(New->BlockDim, New->GridDim, New->Values);
        }))
      Found.push_back(std::move(*New));
  return Found;
}

} // namespace racemap::verdict
