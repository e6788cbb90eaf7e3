// ParameterCopies - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/prepare/ParameterCopies.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

namespace racemap::lift {

using namespace llvm;

/// Is something written through U, or through a pointer made from it?
static bool isWritten(const Use &U, SmallPtrSetImpl<const User *> &Seen) {
  const User *By = U.getUser();
  if (isa<StoreInst>(By))
    return U.getOperandNo() == StoreInst::getPointerOperandIndex();
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(By))
    return U.getOperandNo() == 0;
  if (const auto *Fill = dyn_cast<MemIntrinsic>(By))
    return &U == &Fill->getRawDestUse();
  bool Moves = isa<GetElementPtrInst, CastInst, PHINode, SelectInst>(By);
  if (!Moves || !Seen.insert(By).second)
    return false;
  return any_of(By->uses(),
                [&](const Use &Next) { return isWritten(Next, Seen); });
}

static void copy(Argument &A) {
  Type *T = A.getParamByValType();
  Function &F = *A.getParent();
  const DataLayout &Layout = F.getDataLayout();
  IRBuilder<> Builder(&F.getEntryBlock(), F.getEntryBlock().begin());
  Align Alignment = A.getParamAlign().value_or(Layout.getABITypeAlign(T));
  AllocaInst *Local =
      Builder.CreateAlloca(T, Layout.getAllocaAddrSpace(), nullptr);
  Local->setAlignment(Alignment);
  Value *Place = Builder.CreateAddrSpaceCast(Local, A.getType());
  // Debug information stays: the parameter keeps the name.
  A.replaceUsesWithIf(Place, [](const Use &) { return true; });
  Builder.CreateMemCpy(Place, Alignment, &A, Alignment,
                       Layout.getTypeAllocSize(T));
}

void copyWrittenParameters(Function &Kernel) {
  for (Argument &A : Kernel.args()) {
    SmallPtrSet<const User *, 16> Seen;
    if (A.hasByValAttr() &&
        any_of(A.uses(), [&](const Use &U) { return isWritten(U, Seen); }))
      copy(A);
  }
}

} // namespace racemap::lift
