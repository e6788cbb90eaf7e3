// Group - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/report/Group.h"
#include "passes/map/Printer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <map>
#include <set>
#include <tuple>

namespace racemap::report {

using namespace verdict;

namespace {
/// What the findings of a group have in common.
struct Common {
  Finding::Kind Kind;
  bool Benign = false;
  Certainty Certain = Certainty::Provable;
  std::string Requires;

  explicit Common(const Finding &F);
  auto operator<=>(const Common &) const = default;
};

using Line = std::pair<std::string, unsigned>;
using Place = std::vector<Line>; ///< with its calls
/// The threads, and all that they are given.
using Case =
    std::tuple<std::array<uint32_t, 3>, std::array<uint32_t, 3>,
               std::vector<ThreadCoordinates>, std::vector<Witness::Named>,
               std::vector<Witness::InputValue>>;

/// Where the findings of a group are, by which those that have the same in
/// common are of one cause, or of two.
class Cause {
public:
  explicit Cause(const Finding &F);
  bool isThatOf(const Cause &Other) const;
  void add(const Cause &Other);
  bool needsOtherBarrierThan(const Cause &Other) const;

private:
  bool IsCondition; ///< then their lines do not matter
  /// Of each finding, with its array.
  std::set<std::pair<std::string, std::vector<Place>>> Places;
  /// Of races: where an array is written, or is accessed while another block
  /// accesses it.
  std::set<std::tuple<std::string, map::Scope, Place>> Shared;
  std::set<Line> Barriers; ///< that would mend them
  std::set<Case> Leaving;  ///< examples of what is out of bounds
};
} // namespace

Common::Common(const Finding &F)
    : Kind(F.TheKind), Benign(F.Benign), Certain(F.TheCertainty) {
  if (F.ThePrecondition) {
    Certain = Certainty::Provable; // the condition is what matters
    Requires = F.ThePrecondition->Text;
  }
}

static Place placeOf(const Site &S) {
  Place Its{{S.Where.File, S.Where.Line}};
  for (const map::Location::Call &C : S.Where.Calls)
    Its.emplace_back(C.Site.File, C.Site.Line);
  return Its;
}

static std::vector<Place> placesOf(const Finding &F) {
  std::vector<Place> Its;
  for (const Site &S : F.Sites)
    Its.push_back(placeOf(S));
  llvm::sort(Its);
  return Its;
}

static Case caseOf(const Witness &W) {
  return {W.BlockDim, W.GridDim, W.Threads, W.Values, W.Inputs};
}

Cause::Cause(const Finding &F)
    : IsCondition(F.ThePrecondition.has_value()),
      Places{{F.Array, placesOf(F)}} {
  if (F.TheKind == Finding::Kind::OutOfBounds)
    Leaving.insert(caseOf(F.TheWitness));
  for (const Site &S : F.Sites)
    if (F.TheKind == Finding::Kind::DataRace &&
        (S.TheRole == Site::Role::Write || F.Relation > map::Scope::Block))
      Shared.emplace(F.Array, F.Relation, placeOf(S));
  if (F.TheRepair)
    Barriers.emplace(F.TheRepair->Where.File, F.TheRepair->Where.Line);
}

template <typename T>
static bool meet(const std::set<T> &A, const std::set<T> &B) {
  return llvm::any_of(A, [&](const T &X) { return B.contains(X); });
}

/// Is it another place where one is missing, and another cause therefore?
bool Cause::needsOtherBarrierThan(const Cause &Other) const {
  return !Barriers.empty() && !Other.Barriers.empty() &&
         Barriers != Other.Barriers;
}

bool Cause::isThatOf(const Cause &Other) const {
  return IsCondition || meet(Places, Other.Places) ||
         meet(Leaving, Other.Leaving) || meet(Barriers, Other.Barriers) ||
         (meet(Shared, Other.Shared) && !needsOtherBarrierThan(Other));
}

void Cause::add(const Cause &Other) {
  Places.insert(Other.Places.begin(), Other.Places.end());
  Shared.insert(Other.Shared.begin(), Other.Shared.end());
  Barriers.insert(Other.Barriers.begin(), Other.Barriers.end());
  Leaving.insert(Other.Leaving.begin(), Other.Leaving.end());
}

std::string Group::otherLines() const {
  const std::string &Here = first().Sites.front().Where.File;
  std::vector<Place> Known = placesOf(first());
  std::vector<std::string> Others;
  for (const Finding *F : Findings)
    for (const Site &S : F->Sites) {
      if (llvm::is_contained(Known, placeOf(S)))
        continue;
      std::string Its = std::to_string(S.Where.Line);
      if (S.Where.File != Here)
        Its = llvm::sys::path::filename(S.Where.File).str() + ":" + Its;
      if (!llvm::is_contained(Others, Its))
        Others.push_back(std::move(Its));
    }
  return map::inWords(Others, "and");
}

std::vector<std::string> Group::arrays() const {
  std::vector<std::string> Names;
  for (const Finding *F : Findings)
    if (!llvm::is_contained(Names, F->Array))
      Names.push_back(F->Array);
  return Names;
}

std::vector<Group> group(const std::vector<Shown> &All) {
  std::vector<Group> Groups;
  std::vector<Cause> Causes; // of each group
  std::map<Common, std::vector<size_t>> Known;
  for (const Shown &S : All) {
    const Finding &F = *S.TheFinding;
    Cause Its(F);
    bool IsOfAccesses = F.TheKind == Finding::Kind::DataRace ||
                        F.TheKind == Finding::Kind::OutOfBounds;
    std::vector<size_t> &Similar = Known[Common(F)], With;
    if (IsOfAccesses)
      llvm::copy_if(Similar, std::back_inserter(With),
                    [&](size_t I) { return Causes[I].isThatOf(Its); });
    if (With.empty()) {
      Similar.push_back(Groups.size());
      Groups.push_back({S.Context, {&F}});
      Causes.push_back(std::move(Its));
      continue;
    }
    size_t Into = With.front();
    Groups[Into].Findings.push_back(&F);
    Causes[Into].add(Its);
    // What it has in common with others, they have with each other.
    for (size_t I : llvm::drop_begin(With)) {
      if (Causes[Into].needsOtherBarrierThan(Causes[I]))
        continue;
      llvm::append_range(Groups[Into].Findings, Groups[I].Findings);
      Causes[Into].add(Causes[I]);
      Groups[I].Findings.clear();
      llvm::erase(Similar, I);
    }
  }
  llvm::erase_if(Groups, [](const Group &G) { return G.Findings.empty(); });
  return Groups;
}

} // namespace racemap::report
