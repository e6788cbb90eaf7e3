// Uniform - a walk over the term.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/intervals/Uniform.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace racemap::intervals {

using namespace map;

static bool isUniformName(const Variable *V, Scope Group,
                          const SharedVariables &Shared) {
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

bool isUniform(const Term *T, Scope Group, const SharedVariables &Shared) {
  llvm::SmallPtrSet<const Term *, 16> Seen;
  std::vector<const Term *> ToDo{T};
  while (!ToDo.empty()) {
    const Term *X = ToDo.back();
    ToDo.pop_back();
    if (!Seen.insert(X).second)
      continue;
    const auto *V = llvm::dyn_cast<Variable>(X);
    if (V && !isUniformName(V, Group, Shared))
      return false;
    const auto *U = llvm::dyn_cast<Unknown>(X);
    if (U && U->cause() == Cause::Unmodelled)
      return false;
    if (U && U->array()->TheSpace == Space::Shared && Group > Scope::Block)
      return false;
    ToDo.insert(ToDo.end(), X->operands().begin(), X->operands().end());
  }
  return true;
}

} // namespace racemap::intervals
