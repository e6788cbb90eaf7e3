// KernelOrders - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/instrument/KernelOrders.h"
#include "passes/instrument/Event.h"
#include "runtime/device/KnownFunctions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"

namespace racemap::instrument {

using namespace llvm;

/// Does its own code; and which functions does it call?
static bool ownCode(Function &F, SetVector<Function *> &Called) {
  bool Orders = false;
  for (Instruction &I : instructions(F)) {
    Orders |= ordersOtherwise(I);
    auto *Call = dyn_cast<CallBase>(&I);
    Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (Callee && !Callee->isDeclaration() &&
        !device::isGridBarrier(Callee->getName()))
      Called.insert(Callee);
  }
  return Orders;
}

bool KernelOrders::has(Function &F) {
  SetVector<Function *> Reached;
  Reached.insert(&F);
  bool Orders = false;
  for (unsigned I = 0; I < Reached.size() && !Orders; ++I) {
    Function *Next = Reached[I];
    auto Found = Known.find(Next);
    Orders = Found != Known.end() ? Found->second : ownCode(*Next, Reached);
  }
  return Known[&F] = Orders;
}

} // namespace racemap::instrument
