// Preconditions - groups of races, large groups first.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/preconditions/Preconditions.h"
#include "passes/map/Mentioned.h"
#include "passes/map/Printer.h"
#include "passes/map/Traversal.h"
#include "passes/verdict/launch/OrdinaryLaunches.h"
#include "passes/verdict/preconditions/ConditionSearch.h"
#include "passes/verdict/preconditions/RoomyLaunches.h"
#include "passes/verdict/preconditions/Rows.h"
#include "passes/verdict/query/TwoThreads.h"
#include <map>

namespace racemap::verdict {

using namespace map;
using solve::Answer;
using Kind = solve::Answer::Kind;
using Set = ConditionSearch::Set;
using Group = ConditionSearch::Group;

/// Conditions that a person will read for one kernel.
static constexpr unsigned MostTogether = 4;
static constexpr solve::Budget OneQuestion{150'000,
                                           1000 * Steps::PerMillisecond};

static Precondition describe(TermContext &Terms,
                             const std::vector<Condition> &All,
                             const HittingSets::Set &S) {
  Precondition N;
  N.Holds = Terms.yes();
  bool InSource = true;
  for (unsigned I : S) {
    N.Holds = Terms.logicalAnd(N.Holds, All[I].Stated);
    N.Text += (N.Text.empty() ? "" : " && ") + All[I].Text;
    N.Statements.push_back(All[I].Statement);
    InSource &= !All[I].Statement.empty();
  }
  if (!InSource)
    N.Statements.clear();
  return N;
}

static Set united(Set A, const Set &B) {
  A.insert(A.end(), B.begin(), B.end());
  llvm::sort(A);
  A.erase(llvm::unique(A), A.end());
  return A;
}

static std::map<size_t, Group> byFinding(const Group &G) {
  std::map<size_t, Group> Findings;
  for (const RacingPair *P : G)
    Findings[P->Finding].push_back(P);
  return Findings;
}

namespace {
class Groups {
public:
  Groups(SearchSpace &Space, ContextResult &Out) : Space(Space), Out(Out) {}
  void run(const Group &All);
  /// What has no condition, and was found only in launches that break some that
  /// every launch is expected to keep to, is possible.
  void doubtUnmeant(const Group &All, const RoomyLaunches &Roomy);

private:
  /// The conditions that every launch is expected to keep to.
  Set expectations(const Group &G) const;
  Conjunction aboutDimensions(const Set &Conditions) const;
  /// A condition that the launch breaks in which a race was found, and whether
  /// no launch has it that keeps to all. Nothing if one has it, or may have it
  /// as far as there was time to look; of a group also if no launch that keeps
  /// to all comes to the accesses.
  struct Doubt {
    std::optional<unsigned> Broken; ///< none if its launch is not known
    bool IsCertain;
  };
  std::optional<Doubt> doubtOf(const RacingPair &P, const RoomyLaunches &Roomy);
  std::optional<Doubt> doubtOf(const Group &G, const RoomyLaunches &Roomy);
  /// Findings of these pairs have this precondition.
  void require(const Set &Conditions, const Group &G);
  /// Spends at most an equal part of what may be spent.
  bool find(const Group &G, unsigned Parts);
  /// Of the conditions that every launch is expected to keep to, those that G
  /// needs, as far as exact arithmetic says. None if that does not refute G by
  /// all of them.
  std::optional<Set> expected(const Group &G);
  bool isExpected(const Condition &C, const Group &Of) const {
    return C.IsExpected &&
           (!C.Pitch || llvm::all_of(Of, [&](const RacingPair *P) {
             return P->Extent || areInRows(*P, C.Pitch);
           }));
  }
  bool areExpected(const Set &All, const Group &Of) const {
    return llvm::all_of(
        All, [&](unsigned I) { return isExpected(Space.Candidates[I], Of); });
  }
  /// Race by race, each beside the conditions of the ones before it.
  std::optional<Set> together(const Group &G);
  bool isRefuted(const RacingPair &P, const Set &By, Patience Most);
  bool areRefuted(const Group &G, const Set &By, Patience Most) {
    return llvm::all_of(
        G, [&](const RacingPair *P) { return isRefuted(*P, By, Most); });
  }
  /// Beside: what holds anyway.
  void dropSuperfluous(Set &S, const Set &Beside, const Group &G,
                       Patience Most);
  /// One group for each value of Key; none if that is the group itself.
  template <typename KeyOf>
  std::vector<Group> split(const Group &G, KeyOf Key) const;

  SearchSpace &Space;
  ContextResult &Out;
};
} // namespace

Set Groups::expectations(const Group &G) const {
  Set All;
  for (unsigned I = 0; I != Space.Candidates.size(); ++I)
    if (const Condition &C = Space.Candidates[I]; !C.IsRare && isExpected(C, G))
      All.push_back(I);
  return All;
}

bool Groups::isRefuted(const RacingPair &P, const Set &By, Patience Most) {
  Conjunction Holding;
  for (unsigned I : By)
    Holding.push_back(Space.Candidates[I].Holds);
  return Space.Asked.isRefuted(Holding, P.Race, Most);
}

/// From the end, which is the least natural of candidates in their order; many
/// at once as long as that works.
void Groups::dropSuperfluous(Set &S, const Set &Beside, const Group &G,
                             Patience Most) {
  for (size_t Many = std::max<size_t>(1, S.size() / 2); Many; Many /= 2)
    for (size_t End = S.size(); End; End -= std::min(End, Many)) {
      Set Rest = S;
      Rest.erase(Rest.begin() + (End - std::min(End, Many)),
                 Rest.begin() + End);
      if (areRefuted(G, united(Beside, Rest), Most))
        S = Rest;
    }
}

std::optional<Set> Groups::expected(const Group &G) {
  Set All = expectations(G);
  if (All.empty() || !areRefuted(G, All, Patience::None))
    return std::nullopt;
  Set Needed;
  for (const RacingPair *P : G) {
    if (isRefuted(*P, Needed, Patience::None))
      continue;
    Set Its = All;
    dropSuperfluous(Its, Needed, {P}, Patience::None);
    Needed = united(Needed, Its);
  }
  dropSuperfluous(Needed, {}, G, Patience::None);
  return Needed;
}

std::optional<Set> Groups::together(const Group &G) {
  Set Chosen;
  for (const RacingPair *P : G) {
    if (isRefuted(*P, Chosen, Patience::Some))
      continue;
    auto More = ConditionSearch(Space, {P}, Chosen)
                    .run(ConditionSearch::Answers::Several);
    if (!More || Chosen.size() > MostTogether)
      return std::nullopt;
    Chosen.append(More->begin(), More->end());
  }
  dropSuperfluous(Chosen, {}, G, Patience::Much);
  llvm::sort(Chosen);
  if (Chosen.size() > MostTogether ||
      !ConditionSearch(Space, G).confirms(Chosen))
    return std::nullopt;
  return Chosen;
}

bool Groups::find(const Group &G, unsigned Parts) {
  // All that launches are expected to keep to needs no solver, and is there if
  // what is simpler is not found.
  Space.Asked.share(2 * Parts);
  std::optional<Set> Expected = expected(G);
  Space.Asked.share(Parts);
  if (Expected && !ConditionSearch(Space, G).leavesAllPairs(*Expected))
    Expected.reset();
  // Between blocks more is needed than within one, which is then enough there.
  Group Reversed(G.rbegin(), G.rend());
  std::optional<Set> Found;
  if (G.size() > 1)
    Found = ConditionSearch(Space, G).run(ConditionSearch::Answers::One);
  if (!Found)
    Found = together(G);
  if (!Found && G.size() > 1)
    Found = together(Reversed);
  // Of two answers, the one that every launch is expected to keep to, which
  // has the weaker conditions as a rule.
  if (Expected &&
      !(Found && areExpected(*Found, G) && Found->size() < Expected->size()))
    Found = std::move(Expected);
  if (!Found)
    return false;
  require(*Found, G);
  return true;
}

void Groups::require(const Set &Conditions, const Group &G) {
  Precondition N = describe(Space.Terms, Space.Candidates, Conditions);
  for (auto &[Number, Pairs] : byFinding(G)) {
    Finding &F = Out.Findings[Number];
    N.IsExpected = areExpected(Conditions, Pairs);
    F.ThePrecondition = N;
    if (N.IsExpected)
      F.TheCertainty = Certainty::Possible;
  }
}

template <typename KeyOf>
std::vector<Group> Groups::split(const Group &G, KeyOf Key) const {
  std::map<decltype(Key(*G.front())), Group> Parts;
  for (const RacingPair *P : G)
    Parts[Key(*P)].push_back(P);
  std::vector<Group> All;
  for (auto &[K, Part] : Parts)
    if (Part.size() < G.size())
      All.push_back(std::move(Part));
  return All;
}

void Groups::run(const Group &All) {
  auto ArrayOf = [&](const RacingPair &P) {
    return Out.Findings[P.Finding].Array;
  };
  auto FindingOf = [](const RacingPair &P) { return P.Finding; };
  std::vector<Group> Arrays = split(All, ArrayOf);
  // What all of them need can be too hard where what each needs is not.
  if (All.empty() || find(All, Arrays.empty() ? 1 : 2))
    return;
  auto FindEach = [&](const Group &G, unsigned Parts) {
    std::vector<Group> Each = split(G, FindingOf);
    for (unsigned Left = Each.size(); const Group &One : Each)
      find(One, Left-- * Parts);
  };
  if (Arrays.empty())
    return FindEach(All, 1);
  for (unsigned Left = Arrays.size(); const Group &Array : Arrays) {
    if (!find(Array, Left))
      FindEach(Array, Left);
    --Left;
  }
}

/// Only launches have it that nobody means, as far as is known.
static void doubt(Finding &F, std::string If, bool MaybeElsewhere) {
  F.TheCertainty = Certainty::Possible;
  F.Explanation += " (" + std::string(MaybeElsewhere ? "" : "only ") + "if " +
                   If + (MaybeElsewhere ? Elsewhere.str() : "") + ")";
  F.If = std::move(If);
  F.MaybeElsewhere = MaybeElsewhere;
}

/// Those of the conditions that name no parameter.
Conjunction Groups::aboutDimensions(const Set &Conditions) const {
  Conjunction All;
  for (unsigned I : Conditions) {
    VariableSet In;
    addMentioned(Space.Candidates[I].Holds, In);
    if (llvm::none_of(In, [](const Variable *V) {
          return V->role() == Variable::Role::Parameter;
        }))
      All.push_back(Space.Candidates[I].Holds);
  }
  return All;
}

/// Has the condition a parameter that the accesses' places depend on, or none?
static bool isAbout(const Term *Condition, const RacingPair &P) {
  VariableSet In;
  addMentioned(Condition, In);
  auto IsPassed = [](const Variable *V) {
    return V->role() == Variable::Role::Parameter;
  };
  return llvm::none_of(In, IsPassed) ||
         llvm::any_of(In, [&](const Variable *V) {
           return IsPassed(V) &&
                  (mentions(P.Offset[0], V) || mentions(P.Offset[1], V));
         });
}

std::optional<Groups::Doubt> Groups::doubtOf(const RacingPair &P,
                                             const RoomyLaunches &Roomy) {
  Set All = expectations({&P});
  solve::Model Found(Space.Ordinary.begin(), Space.Ordinary.end());
  if (P.Case)
    for (const auto &[Name, Value] : *P.Case)
      Found[Name] = Value;
  const unsigned *Broken = llvm::find_if(All, [&](unsigned I) {
    const Term *Holds = Space.Candidates[I].Holds;
    return isAbout(Holds, P) && !solve::evaluate(Holds, Found);
  });
  if (P.Case && Broken == All.end())
    return std::nullopt;
  Kind CanBe = ConditionSearch(Space, {&P}).canRace(P, All);
  if (CanBe == Kind::Yes ||
      (CanBe == Kind::Unknown && !Space.Asked.isForLater() &&
       (Roomy.have(P, aboutDimensions(All), Space.Asked) ||
        Space.Asked.areOver())))
    return std::nullopt;
  return Doubt{Broken == All.end() ? std::nullopt : std::optional(*Broken),
               CanBe == Kind::No};
}

std::optional<Groups::Doubt> Groups::doubtOf(const Group &G,
                                             const RoomyLaunches &Roomy) {
  std::optional<Doubt> All;
  for (const RacingPair *P : G) {
    std::optional<Doubt> Its = doubtOf(*P, Roomy);
    if (!Its)
      return std::nullopt;
    if (!All)
      All = Its;
    else
      All = {All->Broken ? All->Broken : Its->Broken,
             All->IsCertain && Its->IsCertain};
  }
  Set Expected = expectations(G);
  if (llvm::all_of(G, [&](const RacingPair *P) {
        return ConditionSearch(Space, {P}).leaves(Expected, *P) == Kind::No;
      }))
    return std::nullopt;
  return All;
}

void Groups::doubtUnmeant(const Group &All, const RoomyLaunches &Roomy) {
  Space.Asked.startAnew();
  std::map<size_t, Group> Findings = byFinding(All);
  for (unsigned Left = Findings.size(); auto &[Number, Pairs] : Findings) {
    Finding &F = Out.Findings[Number];
    Space.Asked.share(Left--);
    if (F.ThePrecondition || !F.isCertainRace())
      continue;
    std::optional<Doubt> Its = doubtOf(Pairs, Roomy);
    if (!Its || !Its->Broken)
      continue;
    Set Needed = expectations(Pairs);
    if (Its->IsCertain)
      dropSuperfluous(Needed, {}, Pairs, Patience::Little);
    if (Its->IsCertain && ConditionSearch(Space, Pairs).leavesAllPairs(Needed))
      require(Needed, Pairs);
    else
      doubt(F, describe(Space.Terms, Space.Candidates, {*Its->Broken}).broken(),
            /*MaybeElsewhere=*/true);
  }
}

/// What holds for the launch as a whole, and for a thread of it.
static Conjunction factsOf(const Protocol &P, LaunchFacts &Launch) {
  intervals::SharedVariables None;
  return TwoThreads(Launch, P.terms(), Scope::Grid, None).common();
}

/// What no launch has in which there is room, and has no condition of its own,
/// is possible. Returns what excludes all of that.
static Conjunction doubtCramped(const Group &All, const RoomyLaunches &Roomy,
                                Decider &D, ContextResult &Out) {
  Questions Asked(D);
  std::map<size_t, bool> AreExcluded; // all pairs of a finding
  for (const RacingPair *P : All) {
    const Finding &F = Out.Findings[P->Finding];
    bool &SoFar = AreExcluded.try_emplace(P->Finding, true).first->second;
    SoFar = SoFar && F.isRace() && F.TheCertainty != Certainty::Possible &&
            !F.ThePrecondition && Roomy.exclude(*P, Asked);
  }
  bool Any = false;
  for (auto [Number, AllAre] : AreExcluded) {
    if (AllAre)
      doubt(Out.Findings[Number], Cramped.str(), /*MaybeElsewhere=*/false);
    Any |= AllAre;
  }
  return Any ? Roomy.conditions() : Conjunction();
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
    if (R.Extent)
      Known.addExtent(*R.Extent);
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
                    candidateConditions(P, Out.Context, Launch, Known),
                    ordinaryLaunch(P, Launch, Known),
                    typicalLaunches(P, Launch, Known),
                    sizesOf(Known)};
  Groups Searched(Space, Out);
  Searched.run(All);
  RoomyLaunches Roomy(P, Out.Context, Known);
  Conjunction Others = doubtCramped(All, Roomy, D, Out);
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
