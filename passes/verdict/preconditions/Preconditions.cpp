// Preconditions - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/preconditions/Preconditions.h"
#include "passes/map/Printer.h"
#include "passes/verdict/launch/OrdinaryLaunches.h"
#include "passes/verdict/preconditions/RaceGroups.h"
#include "passes/verdict/query/TwoThreads.h"
#include <map>

namespace racemap::verdict {

using namespace map;
using Kind = solve::Answer::Kind;
using Group = RaceGroups::Group;

static constexpr solve::Budget OneQuestion{150'000,
                                           1000 * Steps::PerMillisecond};

/// What holds for the launch as a whole, and for a thread of it.
static Conjunction factsOf(const Protocol &P, LaunchFacts &Launch) {
  intervals::SharedVariables None;
  return TwoThreads(Launch, P.terms(), Scope::Grid, None).common();
}

/// What excludes findings that only launches have which nobody means.
static std::vector<Assumption> expectedOf(const ContextResult &Out,
                                          llvm::ArrayRef<const Term *> Others) {
  std::vector<Assumption> All;
  auto Expect = [&](const Term *Condition, llvm::StringRef Text) {
    if (llvm::none_of(All, [&](const Assumption &Its) {
          return Its.Condition == Condition;
        }))
      All.push_back({Condition, Text.str()});
  };
  for (const Finding &F : Out.Findings) {
    if (const auto &N = F.ThePrecondition; N && N->IsExpected)
      Expect(N->Holds, N->Text);
  }
  for (const Term *T : Others)
    Expect(T, toText(T));
  return All;
}

/// Of all parameters: the same for all, or others, which rise or fall.
static std::vector<LaunchValues> sizesOf(const Numbers &Known) {
  std::vector<HostName> Names;
  for (const Variable *V : Known.parameters())
    Names.push_back({V, std::nullopt});
  std::vector<LaunchValues> Sizes;
  for (const HostFamily &Its : hostFamilies(Names))
    if (!Its.empty())
      Sizes.push_back(Its[Its.size() / 2].second);
  return Sizes;
}

std::vector<Assumption> findPreconditions(const Protocol &P,
                                          LaunchFacts &Launch, Decider &D,
                                          llvm::ArrayRef<RacingPair> Races,
                                          ContextResult &Out) {
  if (!P.gaps().empty()) // no condition makes that race-free
    return {};
  Numbers Known;
  Group All;
  for (const RacingPair &R : Races) {
    const Finding &F = Out.Findings[R.Finding];
    if (F.Benign || F.TheCertainty == Certainty::Possible)
      continue;
    All.push_back(&R);
    for (std::optional<uint64_t> Elements : {R.Extent, R.Allocated})
      if (Elements)
        Known.addExtent(*Elements);
    for (unsigned I : {0u, 1u}) {
      Known.addCondition(R.Path[I]);
      Known.addOffset(R.Offset[I], *R.TheArray);
    }
  }
  if (All.empty())
    return {};
  for (const auto &A : P.Arrays)
    if (A->TheSpace == Space::Shared && A->Extent)
      Known.addSize(*A->Extent / A->ElementSize);
  SearchSpace Space{All,
                    P.terms(),
                    Questions(D),
                    factsOf(P, Launch),
                    OtherLaunches(P, Out.Context),
                    candidateConditions(P, Out.Context, Launch, Known),
                    ordinaryLaunch(P, Launch, Known),
                    typicalLaunches(P, Launch, Known),
                    sizesOf(Known)};
  RaceGroups Searched(Space, Out);
  Searched.run(All);
  RoomyLaunches Roomy(P, Out.Context, Known);
  Conjunction Others =
      Searched.doubtCramped(All, Roomy, Layouts(P, Out.Context, Known));
  Searched.doubtUnmeant(All, Roomy);
  return expectedOf(Out, Others);
}

/// Does the condition follow from what is known about the launch?
static bool isGuaranteed(const Precondition &N, const Protocol &P,
                         const LaunchContext &C, const Settings &S) {
  LaunchFacts Launch(P, C);
  Decider D(P.terms(), Launch, S);
  Conjunction Against = factsOf(P, Launch);
  Against.push_back(P.terms().logicalNot(Launch.environment()(N.Holds)));
  return D.attempt(Against, OneQuestion, Effort::Full).TheKind == Kind::No;
}

void findGuarantees(const Protocol &P, const Settings &S, KernelResult &K) {
  if (K.Contexts.size() < 2)
    return;
  std::map<const Term *, std::vector<std::string>> Known;
  auto MetBy = [&](const Precondition &N) {
    auto [Entry, IsNew] = Known.try_emplace(N.Holds);
    if (IsNew)
      for (const ContextResult &C : K.Contexts)
        if (C.TheVerdict != Verdict::Racy && isGuaranteed(N, P, C.Context, S))
          Entry->second.push_back(C.Context.Origin);
    return Entry->second;
  };
  for (ContextResult &C : K.Contexts)
    for (Finding &F : C.Findings)
      if (F.ThePrecondition)
        F.ThePrecondition->MetBy = MetBy(*F.ThePrecondition);
}

} // namespace racemap::verdict
