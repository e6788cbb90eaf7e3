// RaceGroups - what races of one context require of a launch, large groups
// first.
//
// In:  the pairs, and candidates for conditions (SearchSpace).
// Out: the preconditions of their findings in Out, or what is to be said of the
//      launches in which they were found (Doubts.cpp).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_PRECONDITIONS_RACEGROUPS_H
#define RACEMAP_PASSES_VERDICT_PRECONDITIONS_RACEGROUPS_H

#include "passes/verdict/finding/Finding.h"
#include "passes/verdict/preconditions/ConditionSearch.h"
#include "passes/verdict/preconditions/Layouts.h"
#include "passes/verdict/preconditions/RoomyLaunches.h"
#include "passes/verdict/preconditions/Rows.h"
#include <map>

namespace racemap::verdict {

class RaceGroups {
public:
  using Set = ConditionSearch::Set;
  using Group = ConditionSearch::Group;

  RaceGroups(SearchSpace &Space, ContextResult &Out) : Space(Space), Out(Out) {}
  void run(const Group &All);
  /// What has no condition, and was found only in launches that break some that
  /// every launch is expected to keep to, is possible.
  void doubtUnmeant(const Group &All, const RoomyLaunches &Roomy);
  /// What no launch has in which there is room, or in which elements have a
  /// place each, and has no condition that every launch is expected to keep to,
  /// or that says how long rows are, is possible. Returns what holds of
  /// launches in which there is room, if that was needed.
  Conjunction doubtCramped(const Group &All, const RoomyLaunches &Roomy,
                           const Layouts &Laid);

private:
  /// Conditions that a person will read for one kernel.
  static constexpr unsigned MostTogether = 5;

  static std::map<size_t, Group> byFinding(const Group &G);
  Precondition describe(const Set &Conditions) const;
  enum class Threads : uint8_t { AsTheyCome, OneFewer };
  /// The conditions that every launch is expected to keep to, or would be if
  /// one thread fewer came.
  Set expectations(const Group &G, Threads Which = Threads::AsTheyCome) const;
  Conjunction aboutDimensions(const Set &Conditions) const;
  /// A condition that the launch breaks in which a race was found, and whether
  /// no launch has it that keeps to all. Nothing if one has it, or may have it
  /// as far as there was time to look; of a group also if no launch that keeps
  /// to all comes to the accesses.
  struct Doubt {
    std::optional<unsigned> Broken; ///< none if its launch is not known
    bool IsCertain;
  };
  std::optional<unsigned> brokenBy(const RacingPair &P,
                                   const Set &Expected) const;
  std::optional<Doubt> doubtOf(const RacingPair &P, const RoomyLaunches &Roomy);
  std::optional<Doubt> doubtOf(const Group &G, const RoomyLaunches &Roomy);
  /// Findings of these pairs have this precondition.
  void require(const Set &Conditions, const Group &G);
  /// Spends at most an equal part of what may be spent.
  bool find(const Group &G, unsigned Parts);
  /// Of these, those that G needs. None if exact arithmetic does not refute G
  /// by all of them.
  std::optional<Set> expected(const Group &G, Threads Which);
  static bool isExpected(const Condition &C, const Group &Of,
                         Threads Which = Threads::AsTheyCome) {
    return (C.IsExpected ||
            (Which == Threads::OneFewer && C.IsExpectedOfFewer)) &&
           (!C.Pitch || llvm::all_of(Of, [&](const RacingPair *P) {
             return P->Extent || areInRows(*P, C.Pitch);
           }));
  }
  bool areExpected(const Set &All, const Group &Of) const {
    return llvm::all_of(
        All, [&](unsigned I) { return isExpected(Space.Candidates[I], Of); });
  }
  /// The simplest conditions that refute all of them.
  std::optional<Set> search(const Group &G);
  /// Race by race, each beside the conditions of the ones before it.
  std::optional<Set> together(const Group &G);
  bool isRefuted(const RacingPair &P, const Set &By, Patience Most);
  bool areRefuted(const Group &G, const Set &By, Patience Most) {
    return llvm::all_of(
        G, [&](const RacingPair *P) { return isRefuted(*P, By, Most); });
  }
  /// Of S, which refutes G beside what holds anyway, the conditions without
  /// which it would not.
  Set needed(const Set &S, const Set &Beside, const Group &G, Patience Most,
             bool MayBeNone = false);
  /// One group for each value of Key; none if that is the group itself.
  template <typename KeyOf>
  std::vector<Group> split(const Group &G, KeyOf Key) const;

  SearchSpace &Space;
  ContextResult &Out;
};

} // namespace racemap::verdict

#endif
