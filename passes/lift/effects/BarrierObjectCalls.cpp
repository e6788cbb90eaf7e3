// BarrierObjectCalls - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/effects/BarrierObjectCalls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

namespace racemap::lift {

using namespace llvm;

using Part = map::Barrier::Part;

/// Bytes of an object that its functions access.
static constexpr unsigned ObjectSize = 8;

ObjectFunction objectFunction(const Function &F) {
  StringRef Mangled = F.getName();
  if (!Mangled.starts_with("_ZN") || !Mangled.contains("7barrierI"))
    return ObjectFunction::None;
  std::string Text = demangle(Mangled);
  StringRef Name = Text;
  // "cuda::__4::barrier<(cuda::std::__4::thread_scope)2, …>::arrive(long)"
  if (!Name.consume_front("cuda::") || !Name.contains("barrier<(cuda::std::") ||
      !Name.contains("thread_scope)2, ") ||
      !Name.contains("__empty_completion>"))
    return ObjectFunction::None;
  auto [Version, Rest] = Name.split("::");
  if (Rest.starts_with("init("))
    return ObjectFunction::Init;
  if (!Version.starts_with("__") || !Rest.starts_with("barrier<"))
    return ObjectFunction::None;
  StringRef Method = Rest.rsplit("__empty_completion>::").second;
  if (Method == "arrive(long)")
    return ObjectFunction::Arrive;
  if (Method.starts_with("wait("))
    return ObjectFunction::Wait;
  if (Method == "arrive_and_wait()")
    return ObjectFunction::ArriveAndWait;
  return ObjectFunction::None;
}

ObjectFunction objectFunction(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee ? objectFunction(*Callee) : ObjectFunction::None;
}

bool isBarrierObject(const Instruction &I) {
  return objectFunction(I) != ObjectFunction::None;
}

/// Can the thread come from Arrival to Wait past another arrival?
static bool arrivesBetween(const CallBase &Arrival, const CallBase &Wait) {
  SmallVector<const Instruction *, 8> Work{Arrival.getNextNode()};
  SmallPtrSet<const Instruction *, 8> Seen;
  while (!Work.empty()) {
    const Instruction *I = Work.pop_back_val();
    if (!Seen.insert(I).second)
      continue;
    for (; I != &Wait; I = I->getNextNode()) {
      ObjectFunction F = objectFunction(*I);
      if (F == ObjectFunction::Arrive || F == ObjectFunction::ArriveAndWait)
        return true;
      if (I->isTerminator())
        break;
    }
    if (I->isTerminator())
      for (const BasicBlock *Next : successors(I->getParent()))
        Work.push_back(&Next->front());
  }
  return false;
}

/// Is its token that of the thread's last arrival, at the same object?
static bool waitsForLast(const CallBase &Wait) {
  const auto *Token = dyn_cast<AllocaInst>(Wait.getArgOperand(1));
  const StoreInst *Stored = nullptr;
  if (!Token)
    return false;
  for (const User *U : Token->users()) {
    const auto *S = dyn_cast<StoreInst>(U);
    if (S && std::exchange(Stored, S))
      return false;
  }
  const auto *Arrival =
      Stored ? dyn_cast<CallBase>(Stored->getValueOperand()) : nullptr;
  return Arrival && objectFunction(*Arrival) == ObjectFunction::Arrive &&
         Arrival->getArgOperand(0)->stripPointerCasts() ==
             Wait.getArgOperand(0)->stripPointerCasts() &&
         !arrivesBetween(*Arrival, Wait);
}

static Effect access(const CallBase &Call, map::Access::Operation O) {
  MemoryAccess A;
  A.Operation = O;
  A.Pointer = Call.getArgOperand(0);
  A.Size = ObjectSize;
  A.AtomicScope = map::Scope::Block;
  return Effect::access(A);
}

static Effect barrier(const CallBase &Call, Part P) {
  Effect E;
  E.TheKind = Effect::Kind::Barrier;
  E.TheBarrier.ThePart = P;
  E.TheBarrier.Object = Call.getArgOperand(0);
  return E;
}

SmallVector<Effect, 2> effectsOfBarrierObject(const CallBase &Call) {
  using Operation = map::Access::Operation;
  switch (objectFunction(Call)) {
  case ObjectFunction::None:
    return {};
  case ObjectFunction::Init:
    return {access(Call, Operation::Write)};
  case ObjectFunction::Arrive:
    if (const auto *Number = dyn_cast<ConstantInt>(Call.getArgOperand(1));
        !Number || !Number->isOne())
      return {Effect::unknown("cuda::barrier: a thread arrives for several")};
    return {access(Call, Operation::ReadModifyWrite),
            barrier(Call, Part::Arrival)};
  case ObjectFunction::Wait:
    if (!waitsForLast(Call))
      return {Effect::unknown("cuda::barrier: a thread waits for another "
                              "arrival than its last one")};
    return {barrier(Call, Part::Wait), access(Call, Operation::AtomicRead)};
  case ObjectFunction::ArriveAndWait:
    return {access(Call, Operation::ReadModifyWrite),
            barrier(Call, Part::Whole), access(Call, Operation::AtomicRead)};
  }
  llvm_unreachable("all functions are handled");
}

} // namespace racemap::lift
