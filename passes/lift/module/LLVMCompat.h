// LLVMCompat - the differences between LLVM 19 and 22 that lifting meets.
//
// The only place of this layer that asks for LLVM's version.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_MODULE_LLVMCOMPAT_H
#define RACEMAP_PASSES_LIFT_MODULE_LLVMCOMPAT_H

#include "llvm/Config/llvm-config.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace racemap::lift {

/// True for a calling convention of kernels.
inline bool hasKernelConvention(const llvm::Function &F) {
  return F.getCallingConv() == llvm::CallingConv::PTX_Kernel;
}

/// Puts today's instructions in the place of intrinsics that LLVM 22 has no
/// more: atomicInc and atomicDec.
inline void modernise(llvm::Module &M) {
  using namespace llvm;
  for (auto [Name, Operation] :
       {std::pair("llvm.nvvm.atomic.load.inc.32.p0", AtomicRMWInst::UIncWrap),
        std::pair("llvm.nvvm.atomic.load.dec.32.p0",
                  AtomicRMWInst::UDecWrap)}) {
    Function *Old = M.getFunction(Name);
    if (!Old)
      continue;
    for (User *U : make_early_inc_range(Old->users())) {
      auto *Call = cast<CallInst>(U);
      auto *New = IRBuilder<>(Call).CreateAtomicRMW(
          Operation, Call->getArgOperand(0), Call->getArgOperand(1),
          MaybeAlign(), AtomicOrdering::SequentiallyConsistent);
      Call->replaceAllUsesWith(New);
      Call->eraseFromParent();
    }
  }
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
