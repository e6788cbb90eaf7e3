// Protocol - numbering of accesses and barriers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Protocol.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap::map {

std::optional<LaunchContext::Dim> LaunchContext::Sizes::whole() const {
  const Sizes &D = *this;
  if (!D[0] || !D[1] || !D[2])
    return std::nullopt;
  return Dim{*D[0], *D[1], *D[2]};
}

Array *Protocol::makeArray() {
  Arrays.push_back(std::make_unique<Array>());
  return Arrays.back().get();
}

bool Protocol::isUnsigned(const Variable *Parameter) const {
  return llvm::is_contained(UnsignedParameters, Parameter);
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
  AllGaps.clear();
  forEachStmt(Body, [this](Stmt *S) {
    if (auto *A = llvm::dyn_cast<Access>(S)) {
      A->Id = AllAccesses.size();
      AllAccesses.push_back(A);
    } else if (auto *B = llvm::dyn_cast<Barrier>(S)) {
      B->Id = AllBarriers.size();
      AllBarriers.push_back(B);
    } else if (auto *G = llvm::dyn_cast<Gap>(S)) {
      AllGaps.push_back(G);
    }
  });
  for (const auto &A : Arrays)
    A->Written = false;
  for (const Access *A : AllAccesses)
    if (A->writes())
      const_cast<Array *>(A->TheArray)->Written = true;
}

} // namespace racemap::map
