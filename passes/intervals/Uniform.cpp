// Uniform - a walk over the term.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/intervals/Uniform.h"
#include "passes/map/Traversal.h"

namespace racemap::intervals {

using namespace map;

bool isUniformName(const Variable *V, Scope Group,
                   const SharedVariables &Shared) {
  if (Group == Scope::Thread)
    return true;
  switch (V->role()) {
  case Variable::Role::Parameter:
    return true;
  case Variable::Role::Loop:
    return Shared.contains(V);
  case Variable::Role::Builtin:
    if (!V->isIndex())
      return true;
    return V->builtin() >= Builtin::BlockIdxX && Group <= Scope::Block;
  }
  llvm_unreachable("all roles are handled");
}

bool isUniformFunction(const Unknown *U, Scope Group) {
  if (U->cause() != Cause::Input)
    return Group == Scope::Thread;
  return U->array()->TheSpace != Space::Shared || Group <= Scope::Block;
}

bool isUniform(const Term *T, Scope Group, const SharedVariables &Shared) {
  return !anyNode(T, [&](const Term *X) {
    if (const auto *V = llvm::dyn_cast<Variable>(X))
      return !isUniformName(V, Group, Shared);
    const auto *U = llvm::dyn_cast<Unknown>(X);
    return U && !isUniformFunction(U, Group);
  });
}

bool shareVariables(const Loop *L, const Environment &AtStart, Scope Group,
                    SharedVariables &Shared) {
  const auto &R = L->TheRange;
  bool Same = !R || (isUniform(AtStart(R->Start), Group, Shared) &&
                     isUniform(AtStart(R->Step), Group, Shared));
  Shared.insert(L->Counter);
  if (R && Same)
    Shared.insert(R->Var);
  return Same;
}

} // namespace racemap::intervals
