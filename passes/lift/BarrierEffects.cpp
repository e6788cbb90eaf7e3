// BarrierEffects - the barrier intrinsics of a block, a warp and a cluster.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/MemoryEffects.h"
#include "llvm/IR/Function.h"

namespace racemap::lift {

using namespace llvm;

static Effect barrier() {
  Effect E;
  E.TheKind = Effect::Kind::Barrier;
  return E;
}

static std::optional<Quantity> argument(const CallBase &Call, unsigned I) {
  return Quantity{Call.getArgOperand(I), 0};
}

/// Everything that starts with llvm.nvvm.bar.
Effect effectOfBlockBarrier(const CallBase &Call, StringRef Name) {
  Effect E = barrier();
  if (Name.contains(".arrive"))
    return Effect::unknown("arriving at a barrier without waiting (" +
                           Name.str() + ") is not modelled yet");
  if (Name.consume_front("llvm.nvvm.bar.warp.sync")) {
    E.TheBarrier.TheScope = map::Scope::Warp;
    E.TheBarrier.Mask = argument(Call, 0);
    return E;
  }
  if (Name.starts_with("llvm.nvvm.barrier0"))
    return E;
  if (Call.arg_size())
    E.TheBarrier.Number = argument(Call, 0);
  bool HasCount = Name.ends_with(".count") || Name.ends_with(".cnt") ||
                  Name == "llvm.nvvm.barrier";
  if (HasCount && Call.arg_size() > 1)
    E.TheBarrier.Count = argument(Call, 1);
  return E;
}

/// An arrival counts as the barrier if the wait follows at once.
Effect effectOfClusterBarrier(const CallBase &Call, StringRef Name) {
  auto IsWait = [](const Instruction &I) {
    const auto *C = dyn_cast<CallBase>(&I);
    const Function *F = C ? C->getCalledFunction() : nullptr;
    return F && F->getName().starts_with("llvm.nvvm.barrier.cluster.wait");
  };
  auto IsArrival = [](const Instruction &I) {
    const auto *C = dyn_cast<CallBase>(&I);
    const Function *F = C ? C->getCalledFunction() : nullptr;
    return F && F->getName().starts_with("llvm.nvvm.barrier.cluster.arrive") &&
           !F->getName().contains("relaxed");
  };
  bool Arrives = Name.contains(".arrive");
  for (const Instruction *I = &Call;
       (I = Arrives ? I->getNextNode() : I->getPrevNode());) {
    if (Arrives ? IsWait(*I) : IsArrival(*I)) {
      Effect E = barrier();
      E.TheKind = Arrives ? Effect::Kind::Fence : Effect::Kind::Barrier;
      E.TheBarrier.TheScope = map::Scope::Cluster;
      E.FenceScope = map::Scope::Thread; // the barrier says it
      return E;
    }
    if (I->mayReadOrWriteMemory())
      break;
  }
  return Effect::unknown("split cluster barrier is not modelled yet");
}

} // namespace racemap::lift
