// Text - findings as a person reads them, in the manner of ThreadSanitizer.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_HOST_TEXT_H
#define RACEMAP_RUNTIME_HOST_TEXT_H

#include "runtime/host/Finding.h"

namespace racemap::host {

/// The report, many lines.
std::string text(const Finding &F, const ModuleInfos &Modules);

/// "data race", "out-of-bounds access", ...
const char *title(Finding::Kind K);

} // namespace racemap::host

#endif // RACEMAP_RUNTIME_HOST_TEXT_H
