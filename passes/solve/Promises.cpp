// Promises - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/Promises.h"
#include "passes/map/Traversal.h"
#include "passes/solve/CertainTerms.h"

namespace racemap::solve {

using namespace map;
using llvm::dyn_cast;

/// What without promises is the same operation of the same operands; null if
/// it is another one, whose values promise nothing.
const Term *Promises::plainOf(const Operation *O) {
  const auto *P = dyn_cast<Operation>(Plain(O));
  bool IsSame = P && P->op() == O->op() &&
                llvm::equal(P->operands(), O->operands(),
                            [&](const Term *Mine, const Term *Its) {
                              return Mine == Plain(Its);
                            });
  return IsSame ? P : nullptr;
}

std::vector<const Term *>
Promises::spread(llvm::ArrayRef<const Term *> Conjuncts) {
  CertainTerms Certain(Conjuncts);
  llvm::DenseMap<const Term *, uint8_t> Promised;
  forEachNode(Conjuncts, [&](const Term *T) {
    const auto *O = dyn_cast<Operation>(T);
    const Term *P =
        O && O->promises() && Certain.contains(T) ? plainOf(O) : nullptr;
    if (P)
      Promised[P] |= O->promises();
  });
  std::vector<const Term *> Result(Conjuncts.begin(), Conjuncts.end());
  if (Promised.empty())
    return Result;
  PromiseRewriter WithAll(Terms, [&](const Operation *O) -> uint8_t {
    const Term *P = plainOf(O);
    return O->promises() | (P ? Promised.lookup(P) : NoPromise);
  });
  for (const Term *&T : Result)
    T = WithAll(T);
  return Result;
}

} // namespace racemap::solve
