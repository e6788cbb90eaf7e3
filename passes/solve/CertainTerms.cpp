// CertainTerms - a walk that knows which operands count.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/CertainTerms.h"

namespace racemap::solve {

using namespace map;

void CertainTerms::add(const Term *T, bool MustHold) {
  auto &Seen = MustHold ? Holding : Certain;
  Certain.insert(T);
  if (MustHold && !Seen.insert(T).second)
    return;
  const auto *O = llvm::dyn_cast<Operation>(T);
  bool Logical = O && T->isBool() && O->operand(0)->isBool();
  auto Visit = [&](const Term *X, bool Holds) {
    if (Holds ? !Holding.contains(X) : !Certain.contains(X))
      add(X, Holds);
  };
  if (O && O->op() == Op::Ite)
    return Visit(O->operand(0), false);
  if (Logical && (O->op() == Op::And || O->op() == Op::Or)) {
    bool Both = O->op() == Op::And && MustHold;
    Visit(O->operand(0), Both);
    if (Both)
      Visit(O->operand(1), true);
    return;
  }
  for (const Term *X : T->operands())
    Visit(X, false);
}

} // namespace racemap::solve
