// AsyncCopies - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/AsyncCopies.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

namespace racemap::lift {

using namespace llvm;
using Kind = Effect::Kind;
using Operation = map::Access::Operation;

void PendingCopy::follow(unsigned Place) {
  followBlock({&Copy, false}, Place + 1);
  while (!Work.empty() && Hazard.empty())
    followBlock(Work.pop_back_val(), 0);
}

void PendingCopy::followBlock(Point P, unsigned FirstEffect) {
  for (const Instruction *I = P.At; I; I = I->getNextNode()) {
    auto Effects = effectsOf(*I);
    for (const Effect &E : ArrayRef(Effects).drop_front(FirstEffect))
      if (isOverAfter(*I, E, P.Committed))
        return;
    FirstEffect = 0;
    if (isa<ReturnInst>(I))
      Hazard = "the end of the thread";
  }
  for (const BasicBlock *Next : successors(P.At->getParent()))
    if (Seen.insert({Next, P.Committed}).second)
      Work.push_back({&Next->front(), P.Committed});
}

/// Nothing needs to be followed behind E: the copy is over, or a hazard found.
bool PendingCopy::isOverAfter(const Instruction &I, const Effect &E,
                              bool &Committed) {
  bool Always = E.When.K == ptx::Guard::Kind::Always;
  switch (E.TheKind) {
  case Kind::None:
  case Kind::Fence:
    return false;
  case Kind::AsyncCommit:
    Committed |= Always;
    return false;
  case Kind::AsyncWait:
    return Always && (Committed || E.WaitsForUncommitted);
  case Kind::Abort:
    return Always;
  case Kind::Accesses:
    if (mayTouch(I, E) && E.Asynchronous)
      MeetsCopies = true;
    else if (mayTouch(I, E))
      Hazard = "an access of its own thread";
    return !Hazard.empty();
  case Kind::Barrier:
    Hazard = "a barrier";
    return true;
  case Kind::Exit:
    Hazard = "the end of the thread";
    return true;
  case Kind::Unknown:
    Hazard = E.Reason;
    return true;
  }
  return true;
}

bool PendingCopy::mayTouch(const Instruction &I, const Effect &E) {
  return any_of(E.Accesses,
                [&](const MemoryAccess &A) { return mayTouch(I, A); });
}

bool PendingCopy::mayTouch(const Instruction &I, const MemoryAccess &A) {
  bool Writes = A.Operation != Operation::Read;
  const Loop *Here = K.Loops.getLoopFor(I.getParent());
  for (const Target &T : V.place(A.Pointer, A.Displacement, Here))
    switch (T.Base.TheKind) {
    case Root::Kind::Nothing:
    case Root::Kind::Private:
      break;
    case Root::Kind::Opaque:
      return true;
    case Root::Kind::Memory:
      // What is read from global memory may be behind another name.
      bool IsGlobal = T.Base.TheArray->TheSpace == map::Space::Global;
      if (IsGlobal ? Writes : isCopied(T.Base.TheArray))
        return true;
    }
  return false;
}

/// Does the copy write to the array?
bool PendingCopy::isCopied(const map::Array *A) {
  const Loop *Here = K.Loops.getLoopFor(Copy.getParent());
  const MemoryAccess &To = TheEffect.Accesses.back();
  return any_of(
      V.place(To.Pointer, To.Displacement, Here), [&](const Target &T) {
        return T.Base.TheKind == Root::Kind::Opaque || T.Base.TheArray == A;
      });
}

} // namespace racemap::lift
