// LLVMCompat - the differences between LLVM 19 and 22 that lifting meets.
//
// The only place of this folder that asks for LLVM's version.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_LLVMCOMPAT_H
#define RACEMAP_PASSES_LIFT_LLVMCOMPAT_H

#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"

namespace racemap::lift {

/// True for a calling convention of kernels.
inline bool hasKernelConvention(const llvm::Function &F) {
  return F.getCallingConv() == llvm::CallingConv::PTX_Kernel;
}

/// True for the instructions that make an integer of an address.
inline bool takesAddress(unsigned Opcode) {
#if LLVM_VERSION_MAJOR >= 22
  if (Opcode == llvm::Instruction::PtrToAddr)
    return true;
#endif
  return Opcode == llvm::Instruction::PtrToInt;
}

} // namespace racemap::lift

#endif
