// Filter - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/report/Filter.h"

namespace racemap::report {

using namespace verdict;

/// The early exits that other levels are not about are no defect since compute
/// capability 7.0.
bool Filter::lets(const Finding &F) const {
  if (F.TheKind == Finding::Kind::EarlyExit && Level != Certainty::Possible)
    return false;
  return F.TheCertainty <= Level && !(F.Benign && HideBenign);
}

Filters Filters::atLeast(Certainty Level) const {
  Filters Its = *this;
  Its.All.Level = std::max(All.Level, Level);
  for (Filter &F : Its.Each)
    F.Level = std::max(F.Level, Level);
  return Its;
}

} // namespace racemap::report
