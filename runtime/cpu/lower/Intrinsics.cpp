// Intrinsics - see the headers. What no group knows stays, and is an error if
// it is still there after optimisation.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/Intrinsics.h"
#include "runtime/cpu/Arena.h"
#include "runtime/cpu/lower/Assembly.h"
#include "runtime/cpu/lower/Lower.h"
#include "runtime/device/Abi.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"

namespace racemap::cpu {

using namespace llvm;

/// Puts a call of a function that does not exist in the place of Call; its name
/// leads to what is said about it.
static void markUnknown(Lowering &L, CallInst &Call, std::string What) {
  std::string Name = "__racemap_unknown." + utostr(L.Unknown.size());
  L.Unknown.emplace_back(Name, std::move(What));
  Call.setCalledOperand(
      L.M.getOrInsertFunction(Name, Call.getFunctionType()).getCallee());
}

template <class Condition>
static std::vector<CallInst *> callsIf(Module &M, Condition Wanted) {
  std::vector<CallInst *> Found;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I); Call && Wanted(*Call))
        Found.push_back(Call);
  return Found;
}

void lowerInlineAssembly(Lowering &L) {
  auto IsAssembly = [](CallInst &C) { return C.isInlineAsm(); };
  for (CallInst *Call : callsIf(L.M, IsAssembly))
    if (Error E = lowerAssembly(*Call))
      markUnknown(L, *Call, toString(std::move(E)));
}

static Value *lowerOne(IntrinsicCall &I) {
  for (auto Lower : {lowerSpecialRegister, lowerSynchronization,
                     lowerWarpOperation, lowerMemory, lowerFloat, lowerInteger})
    if (Value *V = Lower(I))
      return V;
  return nullptr;
}

static void lowerGenericTraps(CallInst &Call, Code &C) {
  IRBuilder<> At(&Call);
  C.call(At, "__racemap_cpu_trap", At.getVoidTy(), {})->setDoesNotReturn();
  Call.eraseFromParent();
}

/// A shared address may have been cut to its low half: all blocks have the
/// upper half in common.
static void widenSharedAddresses(Module &M) {
  uint64_t Window =
      reinterpret_cast<uint64_t>(Arena::get().slot(0)) >> 32 << 32;
  std::vector<IntToPtrInst *> All;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Cast = dyn_cast<IntToPtrInst>(&I);
          Cast &&
          (Cast->getAddressSpace() == 3 || Cast->getAddressSpace() == 7))
        All.push_back(Cast);
  for (IntToPtrInst *Cast : All) {
    IRBuilder<> At(Cast);
    Value *Low = At.CreateZExtOrTrunc(Cast->getOperand(0), At.getInt32Ty());
    Value *Whole = At.CreateOr(At.CreateZExt(Low, At.getInt64Ty()), Window);
    Cast->setOperand(0, Whole);
  }
}

/// Sites are numbered through all modules of the process.
void renumberSites(Module &M, unsigned FirstSite) {
  for (StringRef Name : {device::abi::Access, device::abi::Store,
                         device::abi::Performed, device::abi::CopyBegin}) {
    Function *F = M.getFunction(Name);
    if (!F)
      continue;
    for (User *U : F->users())
      if (auto *Call = dyn_cast<CallInst>(U)) {
        // What a store writes follows it.
        unsigned Place = Name == device::abi::Store ? 3 : Call->arg_size() - 1;
        auto *Site = dyn_cast<ConstantInt>(Call->getArgOperand(Place));
        if (Site)
          Call->setArgOperand(
              Place, ConstantInt::get(Site->getType(),
                                      Site->getZExtValue() + FirstSite));
      }
  }
}

void lowerIntrinsics(Lowering &L) {
  Code C(L.M);
  unsigned Site = 0;
  auto IsDevice = [](CallInst &Call) {
    Function *F = Call.getCalledFunction();
    return F && (F->getName().starts_with("llvm.nvvm.") ||
                 F->getName() == LockstepCall);
  };
  for (CallInst *Call : callsIf(L.M, IsDevice)) {
    IRBuilder<> At(Call);
    StringRef Name = Call->getCalledFunction()->getName();
    Name.consume_front("llvm.nvvm.");
    IntrinsicCall I{*Call, Name, At, C, Site};
    Value *New = lowerOne(I);
    if (!New)
      continue;
    if (!Call->getType()->isVoidTy())
      Call->replaceAllUsesWith(New);
    Call->eraseFromParent();
  }
  auto IsGridSync = [](CallInst &Call) {
    Function *F = Call.getCalledFunction();
    return F && F->getName() == device::abi::GridSync;
  };
  for (CallInst *Call : callsIf(L.M, IsGridSync)) {
    IRBuilder<> At(Call);
    C.call(At, "__racemap_cpu_grid_sync", At.getVoidTy(), {C.wayTo(*Call)});
    Call->eraseFromParent();
  }
  auto IsTrap = [](CallInst &Call) {
    return Call.getIntrinsicID() == Intrinsic::trap ||
           Call.getIntrinsicID() == Intrinsic::debugtrap;
  };
  for (CallInst *Call : callsIf(L.M, IsTrap))
    lowerGenericTraps(*Call, C);
  widenSharedAddresses(L.M);
  renumberSites(L.M, L.FirstSite);
}

} // namespace racemap::cpu
