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

static void forEachShown(const KernelResult &K, const Filter &Only,
                         llvm::function_ref<void(const Shown &)> Do) {
  for (const ContextResult &C : K.Contexts)
    for (const Finding &F : C.Findings)
      if (Only.lets(F))
        Do({&C, &F});
}

unsigned report(const std::vector<KernelResult> &Kernels, const Filters &Only,
                Reporter &R) {
  unsigned Warnings = 0;
  std::set<Key> Told, ToldHidden;
  Instances Of(Kernels, Only);
  for (const auto &[I, K] : llvm::enumerate(Kernels)) {
    std::vector<Shown> News;
    forEachShown(K, Only[I], [&](const Shown &S) {
      if (S.TheFinding->Hidden.empty() &&
          Told.insert(key(*S.TheFinding)).second)
        News.push_back(S);
    });
    // What is hidden in one context and shown in another is shown; what is
    // hidden for two reasons is hidden once.
    std::map<std::string, std::vector<Shown>> Hidden; // by the reason
    forEachShown(K, Only[I], [&](const Shown &S) {
      bool IsNew =
          !S.TheFinding->Hidden.empty() && !Told.count(key(*S.TheFinding));
      if (IsNew && ToldHidden.insert(key(*S.TheFinding)).second)
        Hidden[S.TheFinding->Hidden].push_back(S);
    });
    for (Group &G : group(News)) {
      G.OtherInstances = Of.others(K, G.first());
      bool IsBenign = G.first().Benign;
      Warnings += !IsBenign;
      IsBenign ? R.benign(K, G) : R.findings(K, G);
    }
    for (const auto &[Why, All] : Hidden)
      for (const Group &G : group(All))
        R.hidden(K, G);
    auto IsUnknown = [](const ContextResult &C) {
      return C.TheVerdict == Verdict::Unknown && !isOfRun(C);
    };
    auto Unknown = llvm::find_if(K.Contexts, [&](const ContextResult &C) {
      return IsUnknown(C) && !C.Context.IsRepresented;
    });
    if (Unknown == K.Contexts.end())
      Unknown = llvm::find_if(K.Contexts, IsUnknown);
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

void KernelVerdict::add(const Part &C) {
  ++Count;
  IsRacy |= C.TheVerdict == Verdict::Racy;
  IsOnlyRun &= C.IsOfRun;
  IsUnchecked &= C.IsVacuous;
  StandsForOthers |= C.StandsForOthers;
  IsVacuousRun |= C.IsObserved && C.IsVacuous;
  if (C.TheVerdict == Verdict::Unknown && !C.IsOfRun)
    (C.IsRepresented ? IsLeftToRuns : IsOpen) = true;
}

/// A kernel of which nothing was checked in any launch is not proved.
Verdict KernelVerdict::verdict() const {
  if (IsRacy)
    return Verdict::Racy;
  bool IsKnown = Count == 0 || (!IsOnlyRun && !IsUnchecked);
  return IsKnown && !IsOpen && !(isOnlyOfRuns() && IsVacuousRun)
             ? Verdict::RaceFree
             : Verdict::Unknown;
}

static KernelVerdict overall(const KernelResult &K) {
  KernelVerdict V;
  for (const ContextResult &C : K.Contexts)
    V.add({C.TheVerdict, isVacuous(C), isOfRun(C), C.Context.isObserved(),
           C.Context.IsRepresented, C.Context.StandsForOthers});
  return V;
}

Summary summarize(const std::vector<KernelResult> &Kernels) {
  Summary S;
  for (const KernelResult &K : Kernels) {
    KernelVerdict Its = overall(K);
    S.add(Its.verdict(), Its.isOnlyOfRuns());
  }
  return S;
}

void Summary::add(Verdict V, bool IsOnlyOfRuns) {
  ++Kernels;
  RaceFree += V == Verdict::RaceFree;
  OnlyObserved += V == Verdict::RaceFree && IsOnlyOfRuns;
  Racy += V == Verdict::Racy;
  Unknown += V == Verdict::Unknown;
}

std::string Summary::text() const {
  return std::to_string(Kernels) + (Kernels == 1 ? " kernel: " : " kernels: ") +
         std::to_string(RaceFree) + " race-free, " + std::to_string(Racy) +
         " racy, " + std::to_string(Unknown) + " unknown" +
         (OnlyObserved ? "; " + std::to_string(OnlyObserved) +
                             " of the race-free ones only in the launches "
                             "that were observed"
                       : "");
}

} // namespace racemap::report
