// Target - the module is one for the host.
//
// Attributes that speak of the GPU go, and so does whatever forbids to
// optimise: clang's noinline of kernels, and what the source says of its
// functions. (-O0 does not reach the device's module, see docs/cpu-device.md.)
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/Code.h"
#include "runtime/cpu/lower/Lower.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace racemap::cpu {

using namespace llvm;

static void retargetFunction(Function &F, const TargetMachine &Machine) {
  F.setCallingConv(CallingConv::C);
  F.setComdat(nullptr);
  F.setSection("");
  for (StringRef Gone : {"target-cpu", "target-features", "frame-pointer",
                         "stack-protector-buffer-size",
                         "uniform-work-group-size", "nvvm.maxntid"})
    F.removeFnAttr(Gone);
  for (auto Gone : {Attribute::NoInline, Attribute::OptimizeNone,
                    Attribute::MinSize, Attribute::OptimizeForSize})
    F.removeFnAttr(Gone);
  if (F.isDeclaration())
    return;
  F.addFnAttr("target-cpu", Machine.getTargetCPU());
  F.addFnAttr("target-features", Machine.getTargetFeatureString());
  F.setDoesNotThrow();
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I)) {
      Call->setCallingConv(CallingConv::C);
      Call->removeFnAttr(Attribute::NoInline);
    }
}

void retarget(Lowering &L) {
  L.M.setTargetTriple(L.Machine.getTargetTriple());
  L.M.setDataLayout(L.Machine.createDataLayout());
  L.M.setModuleInlineAsm("");
  for (Function &F : L.M) {
    retargetFunction(F, L.Machine);
    if (!F.isDeclaration())
      F.setLinkage(GlobalValue::InternalLinkage);
  }
  for (const std::string &Name : L.FunctionsInVariables)
    if (Function *F = L.M.getFunction(Name); F && !F->isDeclaration())
      F->setLinkage(GlobalValue::ExternalLinkage);
  for (GlobalVariable &V : L.M.globals()) {
    if (isPlace(V))
      continue;
    V.setComdat(nullptr);
    V.setSection("");
    // What is still local after optimisation is LLVM's own, see Addresses.
    V.setLinkage(GlobalValue::ExternalLinkage);
    V.setVisibility(GlobalValue::DefaultVisibility);
    // The arena is far from the code: no table may hold 32-bit distances to it.
    V.setDSOLocal(false);
    // Others may have written what is not constant. What is keeps its value,
    // for the optimiser; the place is the arena's either way.
    if (!V.isConstant() || V.isExternallyInitialized() ||
        V.getAddressSpace() == 3)
      V.setInitializer(nullptr);
    V.setExternallyInitialized(false);
  }
}

} // namespace racemap::cpu
