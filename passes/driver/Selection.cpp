// Selection - which findings are hidden: those that the source says are benign
// or to be ignored, those of checks that are disabled, those that the
// configuration file suppresses or that are about arrays it leaves out, those
// of baseline=, and with diff= those of functions that have not changed.
//
// A change anywhere in a function can make its accesses race (a barrier that is
// removed, a condition around it), so a finding is shown if the change touches
// the function of one of its accesses or calls, or its kernel. A function is
// what stands between two lines that begin with a closing brace, as in all
// usual ways to lay out code; where there are none, the whole file. What git
// does not know at all is shown.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/Baseline.h"
#include "passes/driver/ChangedLines.h"
#include "passes/driver/Driver.h"
#include "passes/driver/IgnoreComments.h"
#include "passes/report/Wording.h"
#include "llvm/Support/Path.h"
#include <set>

namespace racemap {

using llvm::StringRef;
using map::SourcePoint;
using verdict::Finding;
using verdict::KernelResult;
using verdict::Site;

namespace {
/// Judges the findings of one analysis.
class Selection {
public:
  Selection(std::vector<std::string> &Problems, const Options &O,
            const Sources &From)
      : Problems(Problems), O(O), From(From), Comments(Source, Problems) {
    if (!O.Baseline.empty())
      readBaseline();
  }

  void of(KernelResult &K) {
    for (verdict::ContextResult &C : K.Contexts)
      for (Finding &F : C.Findings) {
        F.Fingerprint = fingerprint(K, F, Source, Paths);
        F.IsSilenced = From.IsSilenced && From.IsSilenced(K, F);
        if (auto Why = From.WhyBenign ? From.WhyBenign(F) : std::nullopt)
          F.Hidden = "benign: " + *Why;
        else if (auto Why = Comments.ignores(F))
          F.Hidden = "ignored: " + *Why;
        else if (O.Disabled.count(report::checkName(F).str()))
          F.Hidden = "disabled";
        else if (const config::Suppression *S = suppression(K, F))
          F.Hidden = "suppressed: " + S->Reason;
        else if (!F.Array.empty() && !O.Config.Analyse.hasArray(F.Array))
          F.Hidden = "configuration";
        else if (isKnown(F))
          F.Hidden = "baseline";
        else if (!O.Diff.empty() && isUnchanged(K, F))
          F.Hidden = "diff";
      }
  }

private:
  void readBaseline();
  const config::Suppression *suppression(const KernelResult &K,
                                         const Finding &F) const;
  bool isKnown(const Finding &F);
  bool isUnchanged(const KernelResult &K, const Finding &F);
  bool isTouched(const ChangedLines &Changes, const SourcePoint &P);
  const std::string &repositoryOf(StringRef File);
  const ChangedLines *changesOf(StringRef File);

  std::vector<std::string> &Problems;
  const Options &O;
  const Sources From; ///< a copy: the caller's may be a temporary
  SourceLines Source;
  IgnoreComments Comments;
  ProjectPaths Paths;
  std::optional<Baseline> Known;
  using Places = std::vector<std::tuple<std::string, unsigned, unsigned>>;
  llvm::StringMap<std::set<Places>> Seen;    ///< known ones, by fingerprint
  llvm::StringMap<std::string> Repositories; ///< by folder; empty: none
  /// By repository; nothing where git does not know the revision.
  std::map<std::string, std::optional<ChangedLines>> Changes;
};
} // namespace

void Selection::readBaseline() {
  auto B = Baseline::read(O.Baseline);
  if (B)
    Known = std::move(*B);
  else
    Problems.push_back(llvm::toString(B.takeError()));
}

const config::Suppression *Selection::suppression(const KernelResult &K,
                                                  const Finding &F) const {
  config::Suppression::Subject S{report::name(F.TheKind), K.Name, {}, {}};
  if (!F.Array.empty())
    S.Arrays.push_back(F.Array);
  for (const Site &Where : F.Sites)
    S.Files.push_back(Where.Where.File);
  return O.Config.suppression(S);
}

bool Selection::isKnown(const Finding &F) {
  unsigned Count = Known ? Known->count(F.Fingerprint) : 0;
  if (!Count)
    return false;
  Places At;
  for (const Site &S : F.Sites)
    At.emplace_back(S.Where.File, S.Where.Line, S.Where.Column);
  llvm::sort(At);
  std::set<Places> &Before = Seen[F.Fingerprint];
  if (Before.size() < Count)
    Before.insert(At);
  return Before.count(At);
}

const std::string &Selection::repositoryOf(StringRef File) {
  auto [Entry, IsNew] =
      Repositories.try_emplace(llvm::sys::path::parent_path(File));
  if (IsNew)
    Entry->second =
        ChangedLines::repositoryOf(Entry->first()).value_or(std::string());
  return Entry->second;
}

/// Null where git knows nothing.
const ChangedLines *Selection::changesOf(StringRef File) {
  const std::string &Repository = repositoryOf(File);
  if (Repository.empty())
    return nullptr;
  auto [Entry, IsNew] = Changes.try_emplace(Repository);
  if (IsNew) {
    auto Found = ChangedLines::since(O.Diff, Repository);
    if (Found)
      Entry->second = std::move(*Found);
    else
      Problems.push_back("option diff=" + O.Diff + ": " +
                         llvm::toString(Found.takeError()));
  }
  return Entry->second ? &*Entry->second : nullptr;
}

bool Selection::isTouched(const ChangedLines &Changes, const SourcePoint &P) {
  llvm::ArrayRef<StringRef> Lines = Source.of(P.File);
  auto Ends = [&](unsigned Line) {
    return Line == 0 || Line > Lines.size() || Lines[Line - 1].starts_with("}");
  };
  unsigned From = P.Line ? P.Line - 1 : 0, To = P.Line;
  while (!Ends(From))
    --From;
  while (!Ends(To))
    ++To;
  return Changes.touch(P.File, From + 1, To);
}

bool Selection::isUnchanged(const KernelResult &K, const Finding &F) {
  std::vector<SourcePoint> Points{K.Where};
  for (const Site &S : F.Sites) {
    Points.push_back(S.Where);
    for (const map::Location::Call &Call : S.Where.Calls)
      Points.push_back(Call.Site);
  }
  bool IsKnown = false;
  for (const SourcePoint &P : Points)
    if (const ChangedLines *C = changesOf(P.File)) {
      IsKnown = true;
      if (isTouched(*C, P))
        return false;
    }
  return IsKnown;
}

std::function<void(KernelResult &)>
selection(std::vector<std::string> &Problems, const Options &O,
          const Sources &From) {
  return [S = std::make_shared<Selection>(Problems, O, From)](KernelResult &K) {
    S->of(K);
  };
}

} // namespace racemap
