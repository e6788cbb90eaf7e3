// Promises - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/Promises.h"
#include "passes/map/Traversal.h"
#include "passes/solve/CertainTerms.h"

namespace racemap::solve {

using namespace map;
using llvm::dyn_cast;

const Term *
Promises::rebuild(const Term *T, Known &Done,
                  llvm::function_ref<uint8_t(const Operation *)> PromisesOf) {
  if (T->operands().empty())
    return T;
  if (const Term *New = Done.lookup(T))
    return New;
  llvm::SmallVector<const Term *, 3> Operands;
  for (const Term *X : T->operands())
    Operands.push_back(rebuild(X, Done, PromisesOf));
  const Term *New = nullptr;
  if (const auto *U = dyn_cast<Unknown>(T)) {
    New = Terms.rebuild(U, Operands, U->copy());
  } else {
    const auto *O = llvm::cast<Operation>(T);
    bool IsCast =
        O->op() == Op::ZExt || O->op() == Op::SExt || O->op() == Op::Trunc;
    New = IsCast ? Terms.cast(O->op(), Operands[0], T->width(), PromisesOf(O))
                 : Terms.make(O->op(), Operands, PromisesOf(O));
  }
  return Done[T] = New;
}

const Term *Promises::withoutAny(const Term *T) {
  return rebuild(T, Plain, [](const Operation *) { return NoPromise; });
}

std::vector<const Term *>
Promises::spread(llvm::ArrayRef<const Term *> Conjuncts) {
  CertainTerms Certain(Conjuncts);
  llvm::DenseMap<const Term *, uint8_t> Promised;
  forEachNode(Conjuncts, [&](const Term *T) {
    const auto *O = dyn_cast<Operation>(T);
    if (O && O->promises() && Certain.contains(T))
      Promised[withoutAny(T)] |= O->promises();
  });
  std::vector<const Term *> Result(Conjuncts.begin(), Conjuncts.end());
  if (Promised.empty())
    return Result;
  Known Done;
  for (const Term *&T : Result)
    T = rebuild(T, Done, [&](const Operation *O) -> uint8_t {
      return O->promises() | Promised.lookup(withoutAny(O));
    });
  return Result;
}

} // namespace racemap::solve
