// TwoThreads - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/TwoThreads.h"

namespace racemap::verdict {

using namespace map;
using intervals::Relation;

const Term *TwoThreads::copyOf(const Term *T, Copy C) const {
  return Terms.replace(T, [&](const Term *X) -> const Term * {
    if (const auto *U = llvm::dyn_cast<Unknown>(X))
      return intervals::isUniformFunction(U, Group)
                 ? nullptr
                 : Terms.rebuild(U, U->operands(), C);
    const auto *V = llvm::cast<Variable>(X);
    if (intervals::isUniformName(V, Group, Shared))
      return V;
    return V->role() == Variable::Role::Loop
               ? Terms.loopVariable(V->name(), V->width(), C)
               : Terms.builtin(V->builtin(), C);
  });
}

std::vector<const Term *> TwoThreads::common() const {
  std::vector<const Term *> All = Launch.constraints();
  for (const Term *T : Launch.threadConstraints()) {
    All.push_back(first(T));
    if (second(T) != All.back())
      All.push_back(second(T));
  }
  return All;
}

const Term *TwoThreads::differ(unsigned FirstBuiltin) const {
  const Term *Any = Terms.no();
  for (unsigned D : {0u, 1u, 2u}) {
    const Term *X = Launch.environment()(
        Terms.builtin(static_cast<Builtin>(FirstBuiltin + D)));
    Any = Terms.logicalOr(Any, Terms.ne(first(X), second(X)));
  }
  return Any;
}

const Term *TwoThreads::different() const {
  if (Group == Scope::Warp)
    return related(Relation::SameWarp, /*ByWarp=*/true);
  const Term *InBlock = differ(0);
  return Group <= Scope::Block ? InBlock : Terms.logicalOr(InBlock, differ(3));
}

const Term *TwoThreads::related(Relation R, bool ByWarp) const {
  if (R == Relation::DifferentBlock)
    return differ(3);
  const Term *Different = differ(0);
  if (!ByWarp)
    return Different;
  const Term *Warp =
      Terms.make(Op::LShr, {Launch.linearThread(), Terms.constant(32, 5)});
  const Term *Same = Terms.eq(first(Warp), second(Warp));
  if (R == Relation::SameBlock)
    return Terms.logicalNot(Same);
  return Terms.logicalAnd(Different, Same);
}

} // namespace racemap::verdict
