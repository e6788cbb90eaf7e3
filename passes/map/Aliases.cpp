// Aliases - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Aliases.h"

namespace racemap::map {

Aliases::Aliases(const LaunchContext &C) {
  for (const LaunchContext::Alias &A : C.Aliases)
    Known[A.TheArray] = {A.Within, A.Offset, A.Offset == nullptr};
}

Aliases::Place Aliases::placeOf(const Array *A) const {
  while (A->Parent)
    A = A->Parent;
  auto Found = Known.find(A);
  return Found == Known.end() ? Place{A} : Found->second;
}

bool Aliases::mayOverlap(const Array *A, const Array *B) const {
  if (A == B)
    return true;
  for (; A->Parent && B->Parent; A = A->Parent, B = B->Parent)
    if (A->Parent == B->Parent)
      return false;
  return !A->Parent && !B->Parent && placeOf(A).Within == placeOf(B).Within;
}

bool mayBeWritten(const Protocol &P, const Array *A) {
  if (A->Written)
    return true;
  for (const LaunchContext &C : P.Contexts)
    if (!C.Aliases.empty())
      for (const auto &Other : P.Arrays)
        if (Other->Written && Aliases(C).mayOverlap(A, Other.get()))
          return true;
  return false;
}

} // namespace racemap::map
