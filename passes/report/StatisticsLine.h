// StatisticsLine - how the pairs of a kernel were decided, in one line.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_REPORT_STATISTICSLINE_H
#define RACEMAP_PASSES_REPORT_STATISTICSLINE_H

#include "passes/verdict/finding/Finding.h"

namespace racemap::report {

/// Of a context that has statistics.
std::string statistics(const verdict::KernelResult &K,
                       const verdict::ContextResult &C);

} // namespace racemap::report

#endif
