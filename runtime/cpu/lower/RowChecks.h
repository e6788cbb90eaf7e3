// RowChecks - are the accesses of a row of threads in their arrays?
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_LOWER_ROWCHECKS_H
#define RACEMAP_RUNTIME_CPU_LOWER_ROWCHECKS_H

#include "llvm/IR/PassManager.h"

namespace racemap::cpu {

/// F has the loops of ThreadRows, in LCSSA form.
void checkRows(llvm::Function &F, llvm::FunctionAnalysisManager &Known);

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_LOWER_ROWCHECKS_H
