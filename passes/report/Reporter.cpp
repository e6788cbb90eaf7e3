// Reporter - the walk over results.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/report/Reporter.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

namespace racemap::report {

using namespace verdict;

/// What makes two findings of one kernel the same to a person.
static auto key(const Finding &F) {
  using Point = std::tuple<std::string, unsigned, unsigned>;
  auto PointOf = [](const map::SourcePoint &P) {
    return Point(P.File, P.Line, P.Column);
  };
  std::vector<std::pair<Site::Role, std::vector<Point>>> Sites;
  for (const Site &S : F.Sites) {
    std::vector<Point> Path{PointOf(S.Where)};
    for (const map::Location::Call &C : S.Where.Calls)
      Path.push_back(PointOf(C.Site));
    Sites.emplace_back(S.TheRole, std::move(Path));
  }
  std::sort(Sites.begin(), Sites.end());
  return std::tuple(F.TheKind, F.Array, F.Benign, Sites);
}

bool isSame(const Finding &A, const Finding &B) { return key(A) == key(B); }

using Key = decltype(key(Finding()));

namespace {
/// How many kernels of one source line have a finding.
class Instances {
public:
  Instances(const std::vector<KernelResult> &Kernels, const Filters &Only) {
    for (const auto &[I, K] : llvm::enumerate(Kernels)) {
      std::set<Key> Its;
      for (const ContextResult &C : K.Contexts)
        for (const Finding &F : C.Findings)
          if (Only[I].lets(F) && Its.insert(key(F)).second)
            ++Number[{lineOf(K), key(F)}];
    }
  }
  unsigned others(const KernelResult &K, const Finding &F) const {
    return Number.at({lineOf(K), key(F)}) - 1;
  }

private:
  using Line = std::pair<std::string, unsigned>;
  static Line lineOf(const KernelResult &K) {
    return {K.Where.File, K.Where.Line};
  }
  std::map<std::pair<Line, Key>, unsigned> Number;
};
} // namespace

/// Nothing was checked.
static bool isVacuous(const ContextResult &C) {
  return C.Reason == NothingChecked;
}

/// Of the ways to come to a launch, one that cannot be is nobody's mistake.
static bool isCheckedElsewhere(const KernelResult &K, llvm::StringRef Origin) {
  return llvm::any_of(K.Contexts, [&](const ContextResult &C) {
    return C.Context.Origin == Origin && !isVacuous(C);
  });
}

unsigned report(const std::vector<KernelResult> &Kernels, const Filters &Only,
                Reporter &R) {
  unsigned Warnings = 0;
  std::set<std::pair<std::string, Key>> Told;
  Instances Of(Kernels, Only);
  for (const auto &[I, K] : llvm::enumerate(Kernels)) {
    std::vector<Shown> News;
    std::map<std::string, std::vector<Shown>> Hidden; // by the reason
    for (const ContextResult &C : K.Contexts)
      for (const Finding &F : C.Findings)
        if (Only[I].lets(F) && Told.insert({F.Hidden, key(F)}).second)
          (F.Hidden.empty() ? News : Hidden[F.Hidden]).push_back({&C, &F});
    for (Group &G : group(News)) {
      G.OtherInstances = Of.others(K, G.first());
      bool IsBenign = G.first().Benign;
      Warnings += !IsBenign;
      IsBenign ? R.benign(K, G) : R.findings(K, G);
    }
    for (const auto &[Why, All] : Hidden)
      for (const Group &G : group(All))
        R.hidden(K, G);
    auto Unknown = llvm::find_if(K.Contexts, [](const ContextResult &C) {
      return C.TheVerdict == Verdict::Unknown && !isOfRun(C);
    });
    if (Unknown != K.Contexts.end())
      R.undecided(K, *Unknown, Only[I]);
    for (const ContextResult &C : K.Contexts)
      if (isVacuous(C) && !isCheckedElsewhere(K, C.Context.Origin))
        R.vacuous(K, C);
    for (const ContextResult &C : K.Contexts)
      if (C.Statistics)
        R.statistics(K, C);
    for (const map::Location &Barrier : K.Redundant)
      R.redundant(K, Barrier);
  }
  return Warnings;
}

bool isOfRun(const ContextResult &C) {
  return llvm::StringRef(C.Context.Origin).split(',').first == "run";
}

/// A kernel of which nothing was checked in any launch is not proved.
static Verdict overall(const KernelResult &K) {
  auto IsRacy = [](const ContextResult &C) {
    return C.TheVerdict == Verdict::Racy;
  };
  if (llvm::any_of(K.Contexts, IsRacy))
    return Verdict::Racy;
  bool WasOnlyRun = !K.Contexts.empty() && llvm::all_of(K.Contexts, isOfRun);
  bool IsUnchecked = !K.Contexts.empty() && llvm::all_of(K.Contexts, isVacuous);
  bool IsOpen = llvm::any_of(K.Contexts, [](const ContextResult &C) {
    return C.TheVerdict == Verdict::Unknown && !isOfRun(C);
  });
  return WasOnlyRun || IsUnchecked || IsOpen ? Verdict::Unknown
                                             : Verdict::RaceFree;
}

Summary summarize(const std::vector<KernelResult> &Kernels) {
  Summary S;
  for (const KernelResult &K : Kernels) {
    ++S.Kernels;
    Verdict V = overall(K);
    S.RaceFree += V == Verdict::RaceFree;
    S.Racy += V == Verdict::Racy;
    S.Unknown += V == Verdict::Unknown;
  }
  return S;
}

std::string Summary::text() const {
  return std::to_string(Kernels) + (Kernels == 1 ? " kernel: " : " kernels: ") +
         std::to_string(RaceFree) + " race-free, " + std::to_string(Racy) +
         " racy, " + std::to_string(Unknown) + " unknown";
}

} // namespace racemap::report
