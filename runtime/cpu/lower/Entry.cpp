// Entry - a function that takes cudaLaunchKernel's arguments.
//
// In:  a kernel of any parameters.
// Out: void EntryName(ptr Arguments, i32 First, i32 Count), which reads each
//      argument through a pointer of its own and has the kernel inlined. Of
//      which threads it is, ThreadLoop decides.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/Code.h"
#include "runtime/cpu/lower/Lower.h"

#include "llvm/IR/IRBuilder.h"

namespace racemap::cpu {

using namespace llvm;

void addEntry(Lowering &L) {
  LLVMContext &C = L.M.getContext();
  Function &Kernel = L.Kernel;
  auto *Pointer = PointerType::get(C, 0);
  auto *Int = Type::getInt32Ty(C);
  auto *T = FunctionType::get(Type::getVoidTy(C), {Pointer, Int, Int}, false);
  auto *Entry =
      Function::Create(T, GlobalValue::ExternalLinkage, EntryName, L.M);
  Entry->setDoesNotThrow();
  Entry->addFnAttr("target-cpu", L.Machine.getTargetCPU());
  Entry->addFnAttr("target-features", L.Machine.getTargetFeatureString());
  IRBuilder<> At(BasicBlock::Create(C, "", Entry));
  SmallVector<Value *, 8> Values;
  auto LoadOnce = [&](Type *T, Value *From, Align Alignment) {
    LoadInst *Load = At.CreateAlignedLoad(T, From, Alignment);
    markOfLaunch(*Load);
    return Load;
  };
  for (Argument &A : Kernel.args()) {
    Value *Slot =
        At.CreateConstInBoundsGEP1_64(Pointer, Entry->getArg(0), A.getArgNo());
    Value *V = LoadOnce(Pointer, Slot, Align(alignof(void *)));
    // A structure is copied by the call itself.
    if (!A.hasByValAttr())
      V = LoadOnce(A.getType(), V, Align(1));
    Values.push_back(V);
  }
  CallInst *Call = At.CreateCall(&Kernel, Values);
  Call->setAttributes(Kernel.getAttributes());
  At.CreateRetVoid();
  Kernel.addFnAttr(Attribute::AlwaysInline);
}

} // namespace racemap::cpu
