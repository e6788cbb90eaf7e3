// Encoding - symbols.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/Encoding.h"
#include "passes/map/Protocol.h"
#include "llvm/ADT/Twine.h"

namespace racemap::solve {

using namespace map;
using llvm::cast;

static const char *suffix(Copy C) {
  switch (C) {
  case Copy::Any:
    return "";
  case Copy::First:
    return "@1";
  case Copy::Second:
    return "@2";
  }
  llvm_unreachable("all copies are handled");
}

std::string symbolOf(const Term *T) {
  if (const auto *V = llvm::dyn_cast<Variable>(T)) {
    llvm::StringRef Role = V->role() == Variable::Role::Parameter ? "p:" : "";
    return (llvm::Twine(Role) + V->name() + suffix(V->copy())).str();
  }
  const auto *U = cast<Unknown>(T);
  std::string Width = ":" + std::to_string(U->width());
  if (U->array())
    return "in:" + U->array()->Name + suffix(U->copy()) + Width;
  return ("u:" + llvm::Twine(U->name()) + suffix(U->copy())).str() + Width;
}

z3::expr applyUnknown(const Unknown *U, const z3::expr_vector &Operands,
                      z3::sort SortOf(z3::context &, unsigned),
                      z3::context &Z) {
  z3::sort Result = SortOf(Z, U->width());
  if (Operands.empty())
    return Z.constant(symbolOf(U).c_str(), Result);
  z3::sort_vector Domain(Z);
  for (const Term *X : U->operands())
    Domain.push_back(SortOf(Z, X->width()));
  return Z.function(symbolOf(U).c_str(), Domain, Result)(Operands);
}

} // namespace racemap::solve
