// Json - the results as the JSON of DESIGN, section 8.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_REPORT_JSON_H
#define RACEMAP_PASSES_REPORT_JSON_H

#include "passes/verdict/finding/Finding.h"
#include "runtime/launches/Launches.h"
#include "llvm/Support/raw_ostream.h"

namespace racemap::report {

/// Brief: on one line, and without Witness::Touches, which are most of it.
enum class Form : uint8_t { Whole, Brief };

/// Problems: what went wrong beside the verdicts, a line each; there is no key
/// "problems" if there are none. Launched: what runs have launched, as
/// "launches", if there is any.
void writeJson(const std::vector<verdict::KernelResult> &Kernels,
               llvm::raw_ostream &OS,
               const std::vector<std::string> &Problems = {},
               Form How = Form::Whole,
               const std::vector<launches::Launch> &Launched = {});

} // namespace racemap::report

#endif
