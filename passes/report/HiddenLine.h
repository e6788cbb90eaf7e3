// HiddenLine - how many findings are not shown, by what hides them.
//
// They are counted as people would have read them: what several launches or
// instances of a template have in common is one.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_REPORT_HIDDENLINE_H
#define RACEMAP_PASSES_REPORT_HIDDENLINE_H

#include "passes/report/Reporter.h"

namespace racemap::report {

/// Of the findings that the filter would let through and that are not benign:
/// "2 findings are hidden: 1 by RACEMAP_BENIGN, 1 by the baseline", with the
/// end of the line; empty if none is hidden.
std::string hiddenLine(const std::vector<verdict::KernelResult> &Kernels,
                       const Filter &F);

/// In front of it another line, of those that count, but of which the compiler
/// shows no warning; empty if there are none of either.
std::string unshownLines(const std::vector<verdict::KernelResult> &Kernels,
                         const Filter &F);

} // namespace racemap::report

#endif
