// SharedTables - constants that hold addresses of __shared__ variables.
//
// In:  constants with such addresses in their values that are still used after
//      optimisation: the table that a switch became, or that of
//      `float *Buffers[2] = {A, B}`.
// Out: each function that uses one has a copy of it on its stack, which it
//      fills when it is entered: a shared variable has another address in each
//      block. The constants are gone. So a thread has its copies from its
//      beginning to its end, wherever it waits meanwhile (Coroutine).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/Lower.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ReplaceConstant.h"

#include <map>

namespace racemap::cpu {

using namespace llvm;

namespace {

class SharedTables {
public:
  explicit SharedTables(Module &M) : M(M) {}
  void run();

private:
  bool holdsShared(const Constant &C) const;
  bool findMore();
  bool replaceUses(GlobalVariable &Table);
  Value *copyIn(Function &F, GlobalVariable &Table);
  void fill(IRBuilder<> &At, Constant &Part, Value *To);

  Module &M;
  SetVector<GlobalVariable *> Tables;
  std::map<std::pair<Function *, GlobalVariable *>, Value *> Copies;
};

} // namespace

/// A table may hold the address of another one.
bool SharedTables::holdsShared(const Constant &C) const {
  if (auto *V = dyn_cast<GlobalVariable>(&C))
    return V->getAddressSpace() == 3 ||
           Tables.contains(const_cast<GlobalVariable *>(V));
  if (isa<GlobalValue>(C))
    return false;
  return any_of(C.operands(), [&](const Use &U) {
    auto *Part = dyn_cast<Constant>(U.get());
    return Part && holdsShared(*Part);
  });
}

bool SharedTables::findMore() {
  size_t Before = Tables.size();
  for (GlobalVariable &V : M.globals())
    if (V.isConstant() && V.hasInitializer() && V.getAddressSpace() != 3 &&
        holdsShared(*V.getInitializer()))
      Tables.insert(&V);
  return Tables.size() > Before;
}

/// Writes the scalars one by one: only instructions can have the addresses.
void SharedTables::fill(IRBuilder<> &At, Constant &Part, Value *To) {
  Type *T = Part.getType();
  if (!T->isArrayTy() && !T->isStructTy()) {
    At.CreateStore(&Part, To);
    return;
  }
  unsigned Count = T->isArrayTy() ? unsigned(T->getArrayNumElements())
                                  : T->getStructNumElements();
  for (unsigned I = 0; I < Count; ++I)
    fill(At, *Part.getAggregateElement(I),
         At.CreateConstInBoundsGEP2_32(T, To, 0, I));
}

/// What is called with the address of a copy must not take this function's
/// stack for free.
static void keepStack(Function &F) {
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->isTailCall())
      Call->setTailCallKind(CallInst::TCK_None);
}

/// One copy may have the address of another one, whichever was made first.
static BasicBlock::iterator behindPlaces(BasicBlock &Entry) {
  auto I = Entry.begin();
  while (isa<AllocaInst>(*I) || isa<AddrSpaceCastInst>(*I))
    ++I;
  return I;
}

Value *SharedTables::copyIn(Function &F, GlobalVariable &Table) {
  Value *&Copy = Copies[{&F, &Table}];
  if (Copy)
    return Copy;
  BasicBlock &Entry = F.getEntryBlock();
  IRBuilder<> At(&Entry, Entry.begin());
  AllocaInst *Place = At.CreateAlloca(Table.getValueType());
  Place->setAlignment(
      std::max(Table.getAlign().valueOrOne(),
               M.getDataLayout().getPrefTypeAlign(Table.getValueType())));
  Copy = At.CreateAddrSpaceCast(Place, Table.getType());
  At.SetInsertPoint(&Entry, behindPlaces(Entry));
  fill(At, *Table.getInitializer(), Place);
  keepStack(F);
  return Copy;
}

/// True if there was one in an instruction.
bool SharedTables::replaceUses(GlobalVariable &Table) {
  convertUsersOfConstantsToInstructions({&Table});
  bool Any = false;
  for (Use &U : make_early_inc_range(Table.uses()))
    if (auto *I = dyn_cast<Instruction>(U.getUser())) {
      U.set(copyIn(*I->getFunction(), Table));
      Any = true;
    }
  return Any;
}

void SharedTables::run() {
  while (findMore()) {
  }
  // A copy of a table may have the address of another one.
  bool Any = !Tables.empty();
  while (Any) {
    Any = false;
    for (GlobalVariable *V : Tables)
      Any |= replaceUses(*V);
  }
  for (GlobalVariable *V : Tables)
    V->setInitializer(nullptr);
  for (GlobalVariable *V : Tables) {
    V->removeDeadConstantUsers();
    if (V->use_empty())
      V->eraseFromParent();
  }
}

void copySharedTables(Lowering &L) { SharedTables(L.M).run(); }

} // namespace racemap::cpu
