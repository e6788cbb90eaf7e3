// Json - the results as the JSON of DESIGN, section 8.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_REPORT_JSON_H
#define RACEMAP_PASSES_REPORT_JSON_H

#include "passes/verdict/Finding.h"
#include "llvm/Support/raw_ostream.h"

namespace racemap::report {

void writeJson(const std::vector<verdict::KernelResult> &Kernels,
               llvm::raw_ostream &OS);

} // namespace racemap::report

#endif
