// Assembly - inline PTX becomes LLVM's own instructions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_LOWER_ASSEMBLY_H
#define RACEMAP_RUNTIME_CPU_LOWER_ASSEMBLY_H

#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/Error.h"

namespace racemap::cpu {

/// Replaces a call of inline assembly by what it does: instructions and
/// llvm.nvvm.* intrinsics, which are lowered afterwards. The module still has
/// the GPU's triple, data layout and address spaces. The error is one line that
/// names the instruction that is not understood; then nothing is changed.
llvm::Error lowerAssembly(llvm::CallInst &Call);

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_LOWER_ASSEMBLY_H
