// LaunchesJson - what a run has launched, as JSON (docs/sanitizer.md).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_REPORT_LAUNCHESJSON_H
#define RACEMAP_PASSES_REPORT_LAUNCHESJSON_H

#include "runtime/launches/Launches.h"
#include "llvm/Support/JSON.h"

namespace racemap::report {

/// False if it is wrong, which has been reported to P.
bool readLaunch(const llvm::json::Value &V, llvm::json::Path P,
                launches::Launch &To);
/// As runtime/host/Json.cpp does.
void writeLaunch(const launches::Launch &L, llvm::json::OStream &J);

} // namespace racemap::report

#endif
