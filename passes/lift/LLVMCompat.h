// LLVMCompat - the differences between LLVM 19 and 22 that lifting meets.
//
// The only place of this folder that asks for LLVM's version.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_LLVMCOMPAT_H
#define RACEMAP_PASSES_LIFT_LLVMCOMPAT_H

#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

namespace racemap::lift {

/// True for a calling convention of kernels.
inline bool hasKernelConvention(const llvm::Function &F) {
  return F.getCallingConv() == llvm::CallingConv::PTX_Kernel;
}

} // namespace racemap::lift

#endif
