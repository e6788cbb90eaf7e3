// UnitOf - which compilation a kernel's results are of.
//
// The plugin does not know the flags that its compiler was started with; who
// started it does, and adds them to the recipes of kernels, so that a kernel
// can be launched from the JSON alone.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_CONFIRM_UNITOF_H
#define RACEMAP_TOOLS_RACEMAP_CONFIRM_UNITOF_H

#include "tools/racemap/CudaUnit.h"
#include "llvm/Support/JSON.h"

namespace racemap {

/// Adds the unit to the recipes of all kernels of a document.
void nameUnit(llvm::json::Value &Results, const CudaUnit &U, const Request &R);

/// The whole path of a file that is named from a unit's folder, or empty.
std::string wholePath(llvm::StringRef Directory, llvm::StringRef File);

} // namespace racemap

#endif
