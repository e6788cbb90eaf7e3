// Group - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/report/Group.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
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

  explicit Common(const Finding &F);
  auto operator<=>(const Common &) const = default;
};

using Line = std::pair<std::string, unsigned>;
using Place = std::vector<Line>; ///< with its calls
} // namespace

Common::Common(const Finding &F)
    : Kind(F.TheKind), Benign(F.Benign), Certain(F.TheCertainty) {
  if (F.ThePrecondition) {
    Certain = Certainty::Provable; // the condition is what matters
    Requires = F.ThePrecondition->Text;
    return;
  }
  Array = F.Array;
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

/// Of two findings that have in common what a group has: do they also have a
/// condition, their lines, or a written line and how the threads relate?
static bool haveOneCause(const Finding &A, const Finding &B) {
  if (A.ThePrecondition || placesOf(A) == placesOf(B))
    return true;
  bool HaveTwo =
      A.TheRepair && B.TheRepair && A.TheRepair->Where != B.TheRepair->Where;
  if (A.TheKind != Finding::Kind::DataRace || A.Relation != B.Relation ||
      HaveTwo)
    return false;
  auto Write = [](const Finding &F, const Place &At) {
    return llvm::any_of(F.Sites, [&](const Site &S) {
      return S.TheRole == Site::Role::Write && placeOf(S) == At;
    });
  };
  return llvm::any_of(A.Sites, [&](const Site &S) {
    return S.TheRole == Site::Role::Write && Write(B, placeOf(S));
  });
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
  std::string Text;
  for (const std::string &Its : Others)
    Text += (Text.empty() ? "" : Its == Others.back() ? " and " : ", ") + Its;
  return Text;
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
  std::map<Common, std::vector<size_t>> Known;
  for (const Shown &S : All) {
    const Finding &F = *S.TheFinding;
    std::vector<size_t> &Similar = Known[Common(F)];
    bool IsOfAccesses = F.TheKind == Finding::Kind::DataRace ||
                        F.TheKind == Finding::Kind::OutOfBounds;
    auto Its = llvm::find_if(Similar, [&](size_t I) {
      return IsOfAccesses && haveOneCause(Groups[I].first(), F);
    });
    if (Its != Similar.end()) {
      Groups[*Its].Findings.push_back(&F);
      continue;
    }
    Similar.push_back(Groups.size());
    Groups.push_back({S.Context, {&F}});
  }
  return Groups;
}

} // namespace racemap::report
