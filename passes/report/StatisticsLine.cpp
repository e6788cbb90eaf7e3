// StatisticsLine - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/report/StatisticsLine.h"
#include "llvm/ADT/StringExtras.h"

namespace racemap::report {

using namespace verdict;
using solve::Way;

/// "3 by ranges, 12 by algebra", or "none".
static std::string counts(const PairStatistics &S,
                          unsigned PairStatistics::Decided::*Which) {
  std::vector<std::string> All;
  for (size_t I = 0; I < solve::NumWays; ++I)
    if (unsigned N = S.Pairs[I].*Which)
      All.push_back(std::to_string(N) + " by " +
                    solve::name(static_cast<Way>(I)).str());
  return All.empty() ? "none" : llvm::join(All, ", ");
}

std::string statistics(const KernelResult &K, const ContextResult &C) {
  const PairStatistics &S = *C.Statistics;
  uint64_t Calls = 0, Steps = 0;
  for (size_t I = static_cast<size_t>(Way::RelaxedIntegers); I < solve::NumWays;
       ++I) {
    Calls += S.Asked.Spent[I].Calls;
    Steps += S.Asked.Spent[I].Steps;
  }
  const auto &Rules = S.Asked.Spent[static_cast<size_t>(Way::Algebra)];
  auto Cost = [](uint64_t Calls, uint64_t Steps) {
    return std::to_string(Calls) + " times (" + std::to_string(Steps) +
           " steps)";
  };
  return "kernel '" + K.Name + "', " + C.Context.Origin + ": " +
         std::to_string(C.Pairs.Total) +
         " pairs; refuted: " + counts(S, &PairStatistics::Decided::Refuted) +
         "; confirmed: " + counts(S, &PairStatistics::Decided::Confirmed) +
         "; undecided: " + std::to_string(C.Pairs.Undecided) + "; " +
         std::to_string(S.Asked.Queries) + " queries, algebra ran " +
         Cost(Rules.Calls, Rules.Steps) + ", Z3 " + Cost(Calls, Steps);
}

} // namespace racemap::report
