// Text - findings as a person reads them, in the manner of ThreadSanitizer.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_HOST_TEXT_H
#define RACEMAP_RUNTIME_HOST_TEXT_H

#include "runtime/host/Finding.h"

namespace racemap::host {

/// The report, many lines. IsRemark: it does not decide the exit status.
std::string text(const Finding &F, const ModuleInfos &Modules,
                 bool IsRemark = false);

/// The call stacks but those of F that it was seen with, many lines.
std::string otherStacks(const Finding &F, const StackPairs &All,
                        const ModuleInfos &Modules);

/// "data race", "out-of-bounds access", ...
const char *title(const Finding &F);

} // namespace racemap::host

#endif // RACEMAP_RUNTIME_HOST_TEXT_H
