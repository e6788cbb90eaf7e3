// Reachable - only what the kernel reaches stays.
//
// Bodies of functions are read from the bitcode when they are reached. A call
// of what is known to be a barrier of the whole grid reaches no body, and a
// launch of a kernel reaches its name only.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/Lower.h"
#include "runtime/device/Abi.h"
#include "runtime/device/KnownFunctions.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace racemap::cpu {

using namespace llvm;

namespace {

class Reachable {
public:
  explicit Reachable(Lowering &L) : L(L) {}
  Error run();

private:
  void reach(const Value *V);
  Error visit(Function &F);
  void visit(const GlobalVariable &V);
  void eraseRest();

  Lowering &L;
  SetVector<const GlobalValue *> Found;
  SmallPtrSet<const Value *, 32> Seen;
};

} // namespace

void Reachable::reach(const Value *V) {
  auto *C = dyn_cast<Constant>(V);
  if (!C || !Seen.insert(C).second)
    return;
  if (auto *G = dyn_cast<GlobalValue>(C)) {
    Found.insert(G);
    return;
  }
  for (const Use &U : C->operands())
    reach(U.get());
}

/// Makes a barrier of the grid of what cooperative groups has for one.
static void replaceGridBarrier(Function &F) {
  Module &M = *F.getParent();
  auto *Nothing = FunctionType::get(Type::getVoidTy(M.getContext()), false);
  FunctionCallee Sync = M.getOrInsertFunction(device::abi::GridSync, Nothing);
  cast<Function>(Sync.getCallee())->setConvergent();
  F.deleteBody();
  IRBuilder<> At(BasicBlock::Create(M.getContext(), "", &F));
  At.CreateCall(Sync)->setConvergent();
  if (F.getReturnType()->isVoidTy())
    At.CreateRetVoid();
  else
    At.CreateRet(Constant::getNullValue(F.getReturnType()));
}

Error Reachable::visit(Function &F) {
  if (Error E = F.materialize())
    return E;
  if (device::isGridBarrier(std::string_view(F.getName())))
    replaceGridBarrier(F);
  nameKernels(F);
  for (Instruction &I : instructions(F))
    for (const Use &U : I.operands())
      reach(U.get());
  return Error::success();
}

/// The names of all functions in a value.
static void collectFunctions(const Constant &C, std::vector<std::string> &Out) {
  if (auto *F = dyn_cast<Function>(&C))
    Out.push_back(F->getName().str());
  if (isa<GlobalValue>(C))
    return;
  for (const Use &U : C.operands())
    if (auto *Part = dyn_cast<Constant>(U.get()))
      collectFunctions(*Part, Out);
}

void Reachable::visit(const GlobalVariable &V) {
  if (!V.hasInitializer())
    return;
  reach(V.getInitializer());
  if (V.getAddressSpace() != 3)
    collectFunctions(*V.getInitializer(), L.FunctionsInVariables);
}

void Reachable::eraseRest() {
  std::vector<GlobalValue *> Rest;
  for (GlobalValue &G : L.M.global_values())
    if (!Found.contains(&G))
      Rest.push_back(&G);
  for (GlobalValue *G : Rest) {
    if (auto *V = dyn_cast<GlobalVariable>(G))
      V->setInitializer(nullptr);
    else if (auto *F = dyn_cast<Function>(G))
      F->deleteBody();
  }
  for (GlobalValue *G : Rest) {
    G->removeDeadConstantUsers();
    G->replaceAllUsesWith(PoisonValue::get(G->getType()));
    G->eraseFromParent();
  }
}

Error Reachable::run() {
  Found.insert(&L.Kernel);
  for (size_t I = 0; I < Found.size(); ++I) {
    auto *G = const_cast<GlobalValue *>(Found[I]);
    if (auto *F = dyn_cast<Function>(G)) {
      if (Error E = visit(*F))
        return E;
    } else if (auto *V = dyn_cast<GlobalVariable>(G)) {
      visit(*V);
    } else if (auto *A = dyn_cast<GlobalAlias>(G)) {
      reach(A->getAliasee());
    }
  }
  eraseRest();
  return Error::success();
}

Error keepReachable(Lowering &L) { return Reachable(L).run(); }

} // namespace racemap::cpu
