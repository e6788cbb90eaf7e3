// Assembly - see the header. So far only text without instructions (a barrier
// to the compiler) is understood.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/Assembly.h"

#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"

namespace racemap::cpu {

using namespace llvm;

Error lowerAssembly(CallInst &Call) {
  auto *Asm = cast<InlineAsm>(Call.getCalledOperand());
  StringRef Text = StringRef(Asm->getAsmString()).trim();
  if (!Text.empty() || !Call.getType()->isVoidTy())
    return createStringError("inline PTX \"" + Text +
                             "\": the CPU device does not know it yet");
  Call.eraseFromParent();
  return Error::success();
}

} // namespace racemap::cpu
