// ArgumentParts - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/ArgumentParts.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"

namespace racemap::cpu {

using namespace llvm;

static void add(Type *T, size_t At, const DataLayout &Layout,
                std::vector<ArgumentPart> &Out) {
  if (auto *S = dyn_cast<StructType>(T)) {
    const StructLayout *Its = Layout.getStructLayout(S);
    for (unsigned I = 0; I != S->getNumElements(); ++I)
      add(S->getElementType(I), At + Its->getElementOffset(I), Layout, Out);
  } else if (auto *A = dyn_cast<ArrayType>(T)) {
    size_t Bytes = Layout.getTypeAllocSize(A->getElementType());
    for (size_t I = 0; I != A->getNumElements(); ++I)
      add(A->getElementType(), At + I * Bytes, Layout, Out);
  } else if (T->isPointerTy()) {
    Out.push_back({At, Layout.getTypeAllocSize(T), /*IsPointer=*/true});
  } else if (T->isIntegerTy()) {
    size_t Bytes = Layout.getTypeStoreSize(T);
    if (Bytes == 1 || Bytes == 2 || Bytes == 4 || Bytes == 8)
      Out.push_back({At, Bytes});
  }
}

std::vector<ArgumentPart> partsOf(Type *T, const DataLayout &Layout) {
  std::vector<ArgumentPart> All;
  add(T, 0, Layout, All);
  return All;
}

} // namespace racemap::cpu
