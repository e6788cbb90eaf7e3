// SharedLayout - __shared__ variables are offsets in the block's memory.
//
// In:  variables of address space 3 that are still used. Those with a size are
//      static; those declared `extern __shared__ T x[]` all begin behind them.
// Out: their uses are Shared + offset, Shared read once in each function. With
//      instrumentation there is room between two variables, which the monitor
//      lets nobody access.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/ptx/SymbolNames.h"
#include "runtime/cpu/Context.h"
#include "runtime/cpu/lower/Code.h"
#include "runtime/cpu/lower/Lower.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/ReplaceConstant.h"

namespace racemap::cpu {

using namespace llvm;

static constexpr size_t RedZone = 32;
/// What dynamic shared memory is aligned to at least, as on the hardware.
static constexpr size_t DynamicAlignment = 16;

namespace {

class SharedLayout {
public:
  explicit SharedLayout(Lowering &L) : L(L), C(L.M) {}
  void run();

private:
  void layOut();
  void replace(GlobalVariable &V, size_t Offset);
  Value *sharedOf(Function &F);

  Lowering &L;
  Code C;
  std::vector<std::pair<GlobalVariable *, size_t>> Offsets;
  DenseMap<Function *, Value *> Bases;
};

bool isDynamic(const GlobalVariable &V) {
  const DataLayout &Layout = V.getParent()->getDataLayout();
  return Layout.getTypeAllocSize(V.getValueType()).isZero();
}

} // namespace

static std::pair<std::string, unsigned> declarationOf(const GlobalVariable &V) {
  SmallVector<DIGlobalVariableExpression *, 1> All;
  V.getDebugInfo(All);
  if (All.empty())
    return {};
  const DIGlobalVariable *Its = All.front()->getVariable();
  return {Its->getFilename().str(), Its->getLine()};
}

void SharedLayout::layOut() {
  const DataLayout &Layout = L.M.getDataLayout();
  size_t End = 0, DynamicAlign = DynamicAlignment;
  std::vector<GlobalVariable *> Dynamic;
  for (GlobalVariable &V : L.M.globals()) {
    if (V.getAddressSpace() != 3 || V.use_empty())
      continue;
    size_t Alignment = V.getAlign().value_or(Align(16)).value();
    if (isDynamic(V)) {
      DynamicAlign = std::max(DynamicAlign, Alignment);
      Dynamic.push_back(&V);
      continue;
    }
    if (End && L.IsInstrumented)
      End += RedZone;
    End = alignTo(End, Alignment);
    Offsets.emplace_back(&V, End);
    End += Layout.getTypeAllocSize(V.getValueType());
  }
  if (!Dynamic.empty())
    End = alignTo(End + (End && L.IsInstrumented ? RedZone : 0), DynamicAlign);
  for (GlobalVariable *V : Dynamic)
    Offsets.emplace_back(V, End);
  L.StaticShared = End;
  for (auto &[V, Offset] : Offsets) {
    auto [File, Line] = declarationOf(*V);
    L.SharedVariables.push_back(
        {ptx::sourceName(V->getName()), Offset,
         Layout.getTypeAllocSize(V->getValueType()).getFixedValue(), File,
         Line});
  }
}

Value *SharedLayout::sharedOf(Function &F) {
  Value *&Base = Bases[&F];
  if (!Base) {
    IRBuilder<> At(&F.getEntryBlock(), F.getEntryBlock().getFirstInsertionPt());
    Base = C.ofBlock(At, At.getPtrTy(), offsetof(BlockContext, Shared));
    Base = At.CreateAddrSpaceCast(Base, At.getPtrTy(3));
  }
  return Base;
}

void SharedLayout::replace(GlobalVariable &V, size_t Offset) {
  DenseMap<Function *, Value *> Addresses;
  for (Use &U : make_early_inc_range(V.uses())) {
    auto *I = dyn_cast<Instruction>(U.getUser());
    if (!I)
      continue;
    Value *&Address = Addresses[I->getFunction()];
    if (!Address) {
      auto *Base = cast<Instruction>(sharedOf(*I->getFunction()));
      IRBuilder<> At(Base->getNextNode());
      Address = At.CreateConstGEP1_64(At.getInt8Ty(), Base, Offset);
    }
    U.set(Address);
  }
}

void SharedLayout::run() {
  layOut();
  // All of them first: what this makes may come before all else in a function.
  SmallVector<Constant *, 8> Variables;
  for (auto &[V, Offset] : Offsets)
    Variables.push_back(V);
  convertUsersOfConstantsToInstructions(Variables);
  for (auto &[V, Offset] : Offsets)
    replace(*V, Offset);
  for (auto &[F, Base] : Bases)
    if (F->getName() != EntryName &&
        (F->hasExternalLinkage() || F->hasAddressTaken()))
      L.SharedBehindPointers.push_back(F->getName().str());
}

void layOutShared(Lowering &L) { SharedLayout(L).run(); }

} // namespace racemap::cpu
