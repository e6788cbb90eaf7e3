// Fibers - do the threads of a block need one each?
//
// In:  the optimised entry, which runs one thread.
// Out: if no code that the kernel reaches can wait for another thread, or only
//      at one barrier of the whole block, an entry that runs threads of the
//      block without (ThreadLoop, BarrierRounds). Else the entry is what it
//      was, and runs the thread whose context it finds.
// In any case calls of Code::threadNumber() become numbers.
//
// A thread waits only where others have to have a turn (SwitchPoints), or in a
// function of the engine. At the same barrier, all threads are there or have
// ended when none can go on: with a second barrier, some could be at that one.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Frames.h"
#include "runtime/cpu/lower/Code.h"
#include "runtime/cpu/lower/Lower.h"
#include "runtime/cpu/lower/ThreadCalls.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"

namespace racemap::cpu {

using namespace llvm;
using Waiting = Lowering::Waiting;

/// Functions behind pointers, and those that LLVM did not make part of the
/// entry, know nothing of its threads.
static bool isOnlyFunction(const Function &Entry) {
  return all_of(*Entry.getParent(), [&](const Function &F) {
    return &F == &Entry || F.isDeclaration();
  });
}

/// What is alive at a barrier is kept for each thread of the block, in Frames.
static bool fitsFrames(Function &F) {
  constexpr uint64_t MostBytes = 16 << 10;
  uint64_t Bytes = 0;
  for (Instruction &I : instructions(F))
    if (auto *Variable = dyn_cast<AllocaInst>(&I)) {
      auto Size = Variable->getAllocationSize(F.getDataLayout());
      if (!Variable->isStaticAlloca() || !Size || Size->isScalable() ||
          Variable->getAlign().value() > Frames::Alignment)
        return false;
      Bytes += Size->getFixedValue();
    }
  return Bytes <= MostBytes;
}

static Waiting waitingOf(Function &Entry) {
  if (!isOnlyFunction(Entry) || mayWait(Entry) ||
      !callsOfKind(Entry, Callee::Waits).empty())
    return Waiting::Anywhere;
  std::vector<CallBase *> Barriers = callsOfKind(Entry, Callee::Meets);
  if (Barriers.empty())
    return Waiting::Never;
  bool IsOne = all_of(Barriers, [&](const CallBase *Call) {
    return barrierOf(*Call) == barrierOf(*Barriers.front());
  });
  return IsOne && fitsFrames(Entry) ? Waiting::AtBlockBarriers
                                    : Waiting::Anywhere;
}

static void numbersOfContext(Function &F) {
  Code C(*F.getParent());
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto Which = threadNumberOf(I)) {
      IRBuilder<> At(&I);
      I.replaceAllUsesWith(C.ofThread(At, I.getType(), Code::offsetOf(*Which)));
      I.eraseFromParent();
    }
}

void joinThreads(Lowering &L) {
  Function &Entry = *L.M.getFunction(EntryName);
  L.Waits = waitingOf(Entry);
  // Who leaves a local array is told of, too.
  if (L.IsInstrumented && !L.needsFibers())
    guardLocalBounds(Entry);
  switch (L.Waits) {
  case Waiting::Never:
    return addThreadLoop(L);
  case Waiting::AtBlockBarriers:
    return addBarrierRounds(L);
  case Waiting::Anywhere:
    for (Function &F : L.M)
      numbersOfContext(F);
    return;
  }
}

} // namespace racemap::cpu
