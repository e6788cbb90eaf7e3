// Group - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/report/Group.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace racemap::report {

using namespace verdict;

namespace {
/// What the findings of a group have in common.
struct Common {
  Finding::Kind Kind;
  bool Benign = false;
  Certainty Certain = Certainty::Provable;
  std::string Requires, Array;
  using Line = std::pair<std::string, unsigned>;
  std::vector<std::vector<Line>> Places; ///< of each site, with its calls

  explicit Common(const Finding &F);
  auto operator<=>(const Common &) const = default;
};
} // namespace

Common::Common(const Finding &F)
    : Kind(F.TheKind), Benign(F.Benign), Certain(F.TheCertainty) {
  if (F.ThePrecondition) {
    Certain = Certainty::Provable; // the condition is what matters
    Requires = F.ThePrecondition->Text;
    return;
  }
  Array = F.Array;
  for (const Site &S : F.Sites) {
    Places.push_back({{S.Where.File, S.Where.Line}});
    for (const map::Location::Call &C : S.Where.Calls)
      Places.back().emplace_back(C.Site.File, C.Site.Line);
  }
  llvm::sort(Places);
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
  std::map<Common, size_t> Known;
  for (const Shown &S : All) {
    const Finding &F = *S.TheFinding;
    size_t Index = Groups.size();
    if (F.TheKind == Finding::Kind::DataRace ||
        F.TheKind == Finding::Kind::OutOfBounds)
      Index = Known.try_emplace(Common(F), Index).first->second;
    if (Index == Groups.size())
      Groups.push_back({S.Context, {}});
    Groups[Index].Findings.push_back(&F);
  }
  return Groups;
}

} // namespace racemap::report
