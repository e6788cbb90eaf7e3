// Protocol - numbering of accesses and barriers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Protocol.h"

namespace racemap::map {

Array *Protocol::makeArray() {
  Arrays.push_back(std::make_unique<Array>());
  return Arrays.back().get();
}

const Array *Protocol::findArray(llvm::StringRef Wanted) const {
  for (const auto &A : Arrays)
    if (A->Name == Wanted)
      return A.get();
  return nullptr;
}

void Protocol::number() {
  AllAccesses.clear();
  AllBarriers.clear();
  number(Body);
  for (const auto &A : Arrays)
    A->Written = false;
  for (const Access *A : AllAccesses)
    if (A->TheOperation != Access::Operation::Read)
      const_cast<Array *>(A->TheArray)->Written = true;
}

void Protocol::number(const Sequence &S) {
  for (Stmt *X : S) {
    switch (X->kind()) {
    case Stmt::Kind::Access:
      AllAccesses.push_back(llvm::cast<Access>(X));
      AllAccesses.back()->Id = AllAccesses.size() - 1;
      break;
    case Stmt::Kind::Barrier:
      AllBarriers.push_back(llvm::cast<Barrier>(X));
      AllBarriers.back()->Id = AllBarriers.size() - 1;
      break;
    case Stmt::Kind::If:
      number(llvm::cast<If>(X)->Then);
      number(llvm::cast<If>(X)->Else);
      break;
    case Stmt::Kind::Loop:
      number(llvm::cast<Loop>(X)->Body);
      break;
    case Stmt::Kind::Leave:
      break;
    }
  }
}

} // namespace racemap::map
