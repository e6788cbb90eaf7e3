// HiddenLine - how many findings are not shown, by what hides them, and how
// many races the level leaves out of those that make a kernel racy.
//
// They are counted as people would have read them: what several launches or
// instances of a template have in common is one.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_REPORT_HIDDENLINE_H
#define RACEMAP_PASSES_REPORT_HIDDENLINE_H

#include "passes/report/Reporter.h"

namespace racemap::report {

/// Of the findings that the filters would let through and that are not benign:
/// "2 findings are hidden: 1 by RACEMAP_BENIGN, 1 by the baseline", with the
/// end of the line; "1 finding is below level=provable". Empty if there are
/// none of either.
std::string hiddenLines(const std::vector<verdict::KernelResult> &Kernels,
                        const Filters &Only);

/// In front of them another line, of those that count, but of which the
/// compiler shows no warning.
std::string unshownLines(const std::vector<verdict::KernelResult> &Kernels,
                         const Filters &Only);

} // namespace racemap::report

#endif
