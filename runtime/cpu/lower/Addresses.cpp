// Addresses - variables are numbers: where they are in the arena.
//
// In:  variables that are still used after optimisation. The program's have
//      external linkage (Target).
// Out: the addresses of the program's in their place, and the variables gone.
//      What is local stays: constants that LLVM's passes made (the table that a
//      switch became) and texts that this library added (places in the source).
//      They belong to this module, whatever they are called.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/Lower.h"

#include "llvm/IR/Constants.h"

namespace racemap::cpu {

using namespace llvm;

static Error place(Lowering &L, GlobalVariable &V) {
  V.removeDeadConstantUsers();
  if (V.use_empty())
    return Error::success();
  auto Address = L.PlaceVariable(V.getName());
  if (!Address)
    return Address.takeError();
  auto *Number = ConstantInt::get(Type::getInt64Ty(L.M.getContext()),
                                  reinterpret_cast<uint64_t>(*Address));
  V.replaceAllUsesWith(ConstantExpr::getIntToPtr(Number, V.getType()));
  return Error::success();
}

Error placeVariables(Lowering &L) {
  std::vector<GlobalVariable *> All;
  for (GlobalVariable &V : L.M.globals())
    if (!V.hasLocalLinkage())
      All.push_back(&V);
  // Their values are in the arena; here they would only use each other.
  for (GlobalVariable *V : All)
    V->setInitializer(nullptr);
  for (GlobalVariable *V : All) {
    if (Error E = place(L, *V))
      return E;
    V->eraseFromParent();
  }
  return Error::success();
}

} // namespace racemap::cpu
