// KernelNames - what device code says to launch a kernel.
//
// In:  a function that launches kernels (dynamic parallelism): the kernel's
//      address is an argument of a call, dimensions are passed by value.
// Out: the kernel's mangled name in place of its address, so that this module
//      need not have the kernel; structures that the library takes are passed
//      by their address.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/Code.h"
#include "runtime/cpu/lower/Lower.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace racemap::cpu {

using namespace llvm;

static void passByAddress(CallBase &Call) {
  Function *F = Call.getCalledFunction();
  if (!F || !F->isDeclaration() || F->isMaterializable() || F->isIntrinsic())
    return;
  for (unsigned I = 0; I < Call.arg_size(); ++I) {
    Call.removeParamAttr(I, Attribute::ByVal);
    F->removeParamAttr(I, Attribute::ByVal);
  }
}

void nameKernels(Function &F) {
  Code Texts(*F.getParent());
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (Call)
      passByAddress(*Call);
    for (Use &U : I.operands()) {
      auto *Kernel = dyn_cast<Function>(U.get());
      if (Kernel && Kernel->getCallingConv() == CallingConv::PTX_Kernel &&
          !(Call && Call->isCallee(&U)))
        U.set(Texts.text(Kernel->getName()));
    }
  }
}

} // namespace racemap::cpu
