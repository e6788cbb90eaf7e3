// KernelOrders - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/instrument/KernelOrders.h"
#include "passes/instrument/Event.h"
#include "runtime/device/KnownFunctions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"

namespace racemap::instrument {

using namespace llvm;

/// The argument or variable that the only event of an instruction accesses.
static const Value *objectOf(const Event &E) {
  return E.K == Event::Kind::Access && E.To.Address.Value
             ? getUnderlyingObject(E.To.Address.Value, /*MaxLookup=*/0)
             : nullptr;
}

static bool isShared(const Value *Object) {
  return Object->getType()->getPointerAddressSpace() == 3;
}

/// Is the instruction a barrier of all who can access the object?
static bool isBarrierOf(Instruction &I, const Value *Object) {
  fsm::Scope Least = isShared(Object) ? fsm::Scope::Block : fsm::Scope::Grid;
  return any_of(eventsOf(I), [&](const Event &E) {
    return E.K == Event::Kind::Barrier && E.Scope >= Least;
  });
}

static bool writesPlainly(Instruction &I, const Value *Object) {
  return any_of(eventsOf(I), [&](const Event &E) {
    return E.isPlain() && E.How.writes() && objectOf(E) == Object;
  });
}

/// May a plain write to the object follow, with no barrier of all in between?
static bool isWrittenAfter(Instruction &Read, const Value *Object) {
  SetVector<BasicBlock *> Reached;
  auto Walk = [&](Instruction *I) {
    for (; I; I = I->getNextNode()) {
      if (writesPlainly(*I, Object))
        return true;
      if (isBarrierOf(*I, Object))
        return false;
      if (I->isTerminator())
        Reached.insert(succ_begin(I->getParent()), succ_end(I->getParent()));
    }
    return false;
  };
  if (Walk(Read.getNextNode()))
    return true;
  for (unsigned B = 0; B < Reached.size(); ++B)
    if (Walk(&Reached[B]->front()))
      return true;
  return false;
}

/// Is it an atomic access whose value decides who writes plainly?
static bool ordersByItsValue(Instruction &I) {
  return any_of(eventsOf(I), [&](const Event &E) {
    const Value *Object =
        fsm::isAtomic(E.How.Op) && E.How.reads() ? objectOf(E) : nullptr;
    return Object && isWrittenAfter(I, Object);
  });
}

/// Does its own code; and which functions does it call?
static bool ownCode(Function &F, SetVector<Function *> &Called) {
  bool Orders = false;
  for (Instruction &I : instructions(F)) {
    Orders |= ordersOtherwise(I) || (!Orders && ordersByItsValue(I));
    auto *Call = dyn_cast<CallBase>(&I);
    Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (Callee && !Callee->isDeclaration() &&
        !device::isGridBarrier(Callee->getName()))
      Called.insert(Callee);
  }
  return Orders;
}

/// How many bytes its atomic accesses have; 0 for one that is not known.
static void addWidths(Function &F, SmallSet<uint64_t, 4> &Widths) {
  for (Instruction &I : instructions(F))
    for (const Event &E : eventsOf(I))
      if (E.K == Event::Kind::Access && fsm::isAtomic(E.How.Op))
        Widths.insert(E.Bytes.number().value_or(0));
}

/// Are there atomic accesses of several widths, some of them in functions that
/// the kernel, whose code comes first, only calls?
static bool mixesAtomics(ArrayRef<Function *> Code) {
  SmallSet<uint64_t, 4> Called, All;
  for (Function *F : Code.drop_front())
    addWidths(*F, Called);
  if (Called.empty())
    return false;
  All = Called;
  addWidths(*Code.front(), All);
  return All.size() > 1;
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
  return Known[&F] = Orders || mixesAtomics(Reached.getArrayRef());
}

} // namespace racemap::instrument
