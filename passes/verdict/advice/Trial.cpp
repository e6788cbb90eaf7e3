// Trial - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/advice/Trial.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap::verdict {

/// The part of a kernel's budget that its trials may take.
static constexpr uint64_t PartOfBudget = 5;

using map::Steps;

TrialBudget::TrialBudget(const Settings &S)
    : Each(S), End(std::min(Steps::taken() + S.kernelSteps() / PartOfBudget,
                            S.LastStep)),
      Latest(solve::CpuTime::now() + solve::CpuTime::duration(S.clockMs())) {
  // A block's barrier orders nothing between blocks.
  Each.GridLevel = false;
  Each.NamePreconditions = false;
  Each.Draw = false;
}

std::optional<Settings> TrialBudget::next() const {
  uint64_t Left = End - std::min(End, Steps::taken());
  Settings S = Each;
  S.KernelBudgetMs = Left / Steps::PerMillisecond;
  if (S.KernelBudgetMs == 0 || isStoppedByClock())
    return std::nullopt;
  return S;
}

bool TrialBudget::isStoppedByClock() const {
  return solve::CpuTime::now() >= Latest;
}

unsigned countTroubledBarriers(const ContextResult &C) {
  auto IsAboutBarrier = [](const std::vector<Site> &Sites) {
    return llvm::any_of(
        Sites, [](const Site &S) { return S.TheRole == Site::Role::Barrier; });
  };
  return llvm::count_if(C.Findings,
                        [&](const Finding &F) {
                          return F.TheKind != Finding::Kind::DataRace &&
                                 IsAboutBarrier(F.Sites);
                        }) +
         llvm::count_if(C.UndecidedPairs, [&](const Undecided &U) {
           return IsAboutBarrier(U.Sites);
         });
}

} // namespace racemap::verdict
