// Doubts - races of which no condition is known, found in launches that nobody
// means.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Mentioned.h"
#include "passes/map/Printer.h"
#include "passes/map/Traversal.h"
#include "passes/solve/Model.h"
#include "passes/verdict/preconditions/RaceGroups.h"

namespace racemap::verdict {

using namespace map;
using Kind = solve::Answer::Kind;
using Set = RaceGroups::Set;
using Group = RaceGroups::Group;

static VariableSet parametersIn(const Term *T) {
  VariableSet In;
  addMentioned(T, In);
  In.remove_if(
      [](const Variable *V) { return V->role() != Variable::Role::Parameter; });
  return In;
}

/// Those of the conditions that name no parameter.
Conjunction RaceGroups::aboutDimensions(const Set &Conditions) const {
  Conjunction All;
  for (unsigned I : Conditions)
    if (const Term *Holds = Space.Candidates[I].Holds;
        parametersIn(Holds).empty())
      All.push_back(Holds);
  return All;
}

/// Has the condition a parameter that the accesses' places depend on, or none?
static bool isAbout(const Term *Condition, const RacingPair &P) {
  VariableSet In = parametersIn(Condition);
  return In.empty() || llvm::any_of(In, [&](const Variable *V) {
           return mentions(P.Offset[0], V) || mentions(P.Offset[1], V);
         });
}

/// The first of these that the launch of P's case breaks.
std::optional<unsigned> RaceGroups::brokenBy(const RacingPair &P,
                                             const Set &Expected) const {
  solve::Model Found(Space.Ordinary.begin(), Space.Ordinary.end());
  for (const auto &[Name, Value] : *P.Case)
    Found[Name] = Value;
  for (unsigned I : Expected)
    if (const Term *Holds = Space.Candidates[I].Holds;
        isAbout(Holds, P) && !solve::evaluate(Holds, Found))
      return I;
  return std::nullopt;
}

std::optional<RaceGroups::Doubt>
RaceGroups::doubtOf(const RacingPair &P, const RoomyLaunches &Roomy) {
  Set All = expectations({&P});
  std::optional<unsigned> Broken = P.Case ? brokenBy(P, All) : std::nullopt;
  if (P.Case && !Broken)
    return std::nullopt;
  Kind CanBe = ConditionSearch(Space, {&P}).canRace(P, All);
  if (CanBe == Kind::Yes ||
      (CanBe == Kind::Unknown && !Space.Asked.isForLater() &&
       (Roomy.have(P, aboutDimensions(All), Space.Asked) ||
        Space.Asked.areOver())))
    return std::nullopt;
  return Doubt{Broken, CanBe == Kind::No};
}

std::optional<RaceGroups::Doubt>
RaceGroups::doubtOf(const Group &G, const RoomyLaunches &Roomy) {
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

void RaceGroups::doubtUnmeant(const Group &All, const RoomyLaunches &Roomy) {
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
      Needed = needed(Needed, {}, Pairs, Patience::Little);
    const Condition &Broken = Space.Candidates[*Its->Broken];
    if (Its->IsCertain && Needed.size() <= MostTogether &&
        ConditionSearch(Space, Pairs).leavesAllPairs(Needed))
      require(Needed, Pairs);
    else
      F.doubt({broken(Broken.Text), /*MaybeOthers=*/true, Broken.Stated});
  }
}

/// "sx, sy or sz is too small to keep elements apart"
static std::string shared(const VariableSet &Strides) {
  std::vector<std::string> Names;
  for (const Variable *V : Strides)
    Names.push_back(V->name().str());
  return inWords(Names, "or") + " is too small to keep elements apart";
}

Conjunction RaceGroups::doubtCramped(const Group &All,
                                     const RoomyLaunches &Roomy,
                                     const Layouts &Laid) {
  Space.Asked.startAnew();
  /// What excludes all pairs of a finding.
  struct Excuse {
    bool IsThere = true, IsRoom = true, AreStrides = true;
    VariableSet Strides;
  };
  std::map<size_t, Excuse> Excuses;
  for (const RacingPair *P : All) {
    const Finding &F = Out.Findings[P->Finding];
    Excuse &SoFar = Excuses[P->Finding];
    SoFar.IsThere &= F.isCertainRace() &&
                     !(F.ThePrecondition && (F.ThePrecondition->IsExpected ||
                                             F.ThePrecondition->IsOfRows));
    if (!SoFar.IsThere)
      continue;
    VariableSet Strides = Laid.blame(*P, Space.Asked);
    bool IsRoom = Roomy.exclude(*P, Space.Asked);
    SoFar.IsRoom &= IsRoom;
    SoFar.AreStrides &= !Strides.empty();
    SoFar.IsThere = IsRoom || !Strides.empty();
    SoFar.Strides.insert(Strides.begin(), Strides.end());
  }
  bool IsRoom = false;
  for (const auto &[Number, Its] : Excuses) {
    if (!Its.IsThere)
      continue;
    Out.Findings[Number].ThePrecondition.reset(); // of others, it says less
    Out.Findings[Number].doubt(
        {Its.AreStrides ? shared(Its.Strides) : Cramped.str()});
    IsRoom |= Its.IsRoom;
  }
  return IsRoom ? Roomy.conditions() : Conjunction();
}

} // namespace racemap::verdict
