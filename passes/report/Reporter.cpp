// Reporter - the walk over results.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/report/Reporter.h"
#include <set>

namespace racemap::report {

using namespace verdict;

/// What makes two findings of one kernel the same to a person.
static auto key(const Finding &F) {
  std::vector<std::tuple<std::string, unsigned, unsigned, unsigned>> Sites;
  for (const Site &S : F.Sites)
    Sites.emplace_back(S.Where.File, S.Where.Line, S.Where.Column,
                       static_cast<unsigned>(S.TheRole));
  std::sort(Sites.begin(), Sites.end());
  return std::tuple(F.TheKind, F.Array, F.Benign, Sites);
}

unsigned report(const std::vector<KernelResult> &Kernels, const Filter &Only,
                Reporter &R) {
  unsigned Warnings = 0;
  std::set<decltype(key(Finding()))> Told;
  for (const KernelResult &K : Kernels) {
    const ContextResult *Unknown = nullptr;
    for (const ContextResult &C : K.Contexts) {
      if (C.TheVerdict == Verdict::Unknown && !Unknown)
        Unknown = &C;
      for (const Finding &F : C.Findings) {
        // An early exit is no defect since compute capability 7.0.
        bool IsHidden = F.TheKind == Finding::Kind::EarlyExit &&
                        Only.Level != Certainty::Possible;
        if (F.TheCertainty > Only.Level || IsHidden ||
            (F.Benign && Only.HideBenign) || !Told.insert(key(F)).second)
          continue;
        Warnings += !F.Benign;
        if (F.Benign)
          R.benign(K, C, F);
        else
          R.finding(K, C, F);
      }
    }
    if (Unknown)
      R.undecided(K, *Unknown);
  }
  return Warnings;
}

static Verdict overall(const KernelResult &K) {
  Verdict Worst = Verdict::RaceFree;
  for (const ContextResult &C : K.Contexts) {
    if (C.TheVerdict == Verdict::Racy)
      return Verdict::Racy;
    if (C.TheVerdict == Verdict::Unknown)
      Worst = Verdict::Unknown;
  }
  return Worst;
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
