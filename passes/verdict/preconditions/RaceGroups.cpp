// RaceGroups - the search of conditions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/preconditions/RaceGroups.h"

namespace racemap::verdict {

using namespace map;
using Set = RaceGroups::Set;
using Group = RaceGroups::Group;

static Set united(Set A, const Set &B) {
  A.insert(A.end(), B.begin(), B.end());
  llvm::sort(A);
  A.erase(llvm::unique(A), A.end());
  return A;
}

Precondition RaceGroups::describe(const Set &Conditions) const {
  const std::vector<Condition> &All = Space.Candidates;
  Precondition N;
  N.Holds = Space.Terms.yes();
  bool InSource = true;
  for (unsigned I : Conditions) {
    N.Breaches.push_back({All[I].Stated, broken(All[I].Text)});
    N.Holds = Space.Terms.logicalAnd(N.Holds, All[I].Stated);
    N.Text += (N.Text.empty() ? "" : " && ") + All[I].Text;
    N.Statements.push_back(All[I].Statement);
    N.IsOfRows |= All[I].Pitch != nullptr;
    InSource &= !All[I].Statement.empty();
  }
  if (!InSource)
    N.Statements.clear();
  return N;
}

std::map<size_t, Group> RaceGroups::byFinding(const Group &G) {
  std::map<size_t, Group> Findings;
  for (const RacingPair *P : G)
    Findings[P->Finding].push_back(P);
  return Findings;
}

Set RaceGroups::expectations(const Group &G, Threads Which) const {
  Set All;
  for (unsigned I = 0; I != Space.Candidates.size(); ++I)
    if (const Condition &C = Space.Candidates[I];
        !C.IsRare && isExpected(C, G, Which))
      All.push_back(I);
  return All;
}

bool RaceGroups::isRefuted(const RacingPair &P, const Set &By, Patience Most) {
  Conjunction Holding;
  for (unsigned I : By)
    Holding.push_back(Space.Candidates[I].Holds);
  return Space.Asked.isRefuted(Holding, P.Race, Most);
}

/// What comes first, the most natural of candidates in their order, is what is
/// kept of two sets that are enough: QuickXplain (Junker, AAAI 2004).
Set RaceGroups::needed(const Set &S, const Set &Beside, const Group &G,
                       Patience Most, bool MayBeNone) {
  if (MayBeNone && areRefuted(G, Beside, Most))
    return {};
  if (S.size() <= 1)
    return S;
  Set First(S.begin(), S.begin() + S.size() / 2);
  Set Second(S.begin() + S.size() / 2, S.end());
  Second = needed(Second, united(Beside, First), G, Most, true);
  First = needed(First, united(Beside, Second), G, Most, !Second.empty());
  return united(First, Second);
}

std::optional<Set> RaceGroups::expected(const Group &G, Threads Which) {
  Set All = expectations(G, Which);
  if (All.empty() || !areRefuted(G, All, Patience::None))
    return std::nullopt;
  Set Needed;
  for (const RacingPair *P : G) {
    if (isRefuted(*P, Needed, Patience::None))
      continue;
    Needed = united(Needed, needed(All, Needed, {P}, Patience::None));
  }
  // What follows from the others, or from the way to the accesses, can be hard
  // to see: a row as long as a grid is wide is as long as a block.
  return needed(Needed, {}, G, Patience::Little);
}

std::optional<Set> RaceGroups::together(const Group &G) {
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
  llvm::sort(Chosen);
  Chosen = needed(Chosen, {}, G, Patience::Much);
  if (Chosen.size() > MostTogether ||
      !ConditionSearch(Space, G).confirms(Chosen))
    return std::nullopt;
  return Chosen;
}

bool RaceGroups::find(const Group &G, unsigned Parts) {
  // All that launches are expected to keep to needs no solver, and is there if
  // what is simpler is not found; so is what one thread too many needs.
  Space.Asked.share(2 * Parts);
  std::optional<Set> Expected = expected(G, Threads::AsTheyCome), OneTooMany;
  if (!Expected)
    OneTooMany = expected(G, Threads::OneFewer);
  Space.Asked.share(Parts);
  for (std::optional<Set> *Its : {&Expected, &OneTooMany})
    if (*Its && ((*Its)->size() > MostTogether ||
                 !ConditionSearch(Space, G).leavesAllPairs(**Its)))
      Its->reset();
  // Of two answers, the one that every launch is expected to keep to, which
  // has the weaker conditions as a rule.
  std::optional<Set> Found;
  if (!Expected || Expected->size() > 1)
    Found = search(G);
  if (Expected &&
      !(Found && areExpected(*Found, G) && Found->size() < Expected->size()))
    Found = std::move(Expected);
  if (!Found)
    Found = std::move(OneTooMany);
  if (!Found)
    return false;
  require(*Found, G);
  return true;
}

std::optional<Set> RaceGroups::search(const Group &G) {
  std::optional<Set> Found;
  if (G.size() > 1)
    Found = ConditionSearch(Space, G).run(ConditionSearch::Answers::One);
  if (!Found)
    Found = together(G);
  // Between blocks more is needed than within one, which is then enough there.
  if (!Found && G.size() > 1)
    Found = together(Group(G.rbegin(), G.rend()));
  return Found;
}

void RaceGroups::require(const Set &Conditions, const Group &G) {
  Precondition N = describe(Conditions);
  if (llvm::any_of(Conditions, [&](unsigned I) {
        return Space.isContradictedElsewhere(I);
      }))
    N.Statements.clear(); // they would be in the kernel of that launch, too
  for (auto &[Number, Pairs] : byFinding(G)) {
    Finding &F = Out.Findings[Number];
    N.IsExpected = areExpected(Conditions, Pairs);
    F.ThePrecondition = N;
    if (N.IsExpected)
      F.TheCertainty = Certainty::Possible;
  }
}

template <typename KeyOf>
std::vector<Group> RaceGroups::split(const Group &G, KeyOf Key) const {
  std::map<decltype(Key(*G.front())), Group> Parts;
  for (const RacingPair *P : G)
    Parts[Key(*P)].push_back(P);
  std::vector<Group> All;
  for (auto &[K, Part] : Parts)
    if (Part.size() < G.size())
      All.push_back(std::move(Part));
  return All;
}

void RaceGroups::run(const Group &All) {
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

} // namespace racemap::verdict
