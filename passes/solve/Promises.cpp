// Promises - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/Promises.h"
#include "passes/map/Traversal.h"
#include "passes/solve/CertainTerms.h"

namespace racemap::solve {

using namespace map;
using llvm::dyn_cast;

std::vector<const Term *>
Promises::spread(llvm::ArrayRef<const Term *> Conjuncts) {
  CertainTerms Certain(Conjuncts);
  llvm::DenseMap<const Term *, uint8_t> Promised;
  forEachNode(Conjuncts, [&](const Term *T) {
    const auto *O = dyn_cast<Operation>(T);
    if (O && O->promises() && Certain.contains(T))
      Promised[Plain(T)] |= O->promises();
  });
  std::vector<const Term *> Result(Conjuncts.begin(), Conjuncts.end());
  if (Promised.empty())
    return Result;
  PromiseRewriter WithAll(Terms, [&](const Operation *O) -> uint8_t {
    return O->promises() | Promised.lookup(Plain(O));
  });
  for (const Term *&T : Result)
    T = WithAll(T);
  return Result;
}

} // namespace racemap::solve
