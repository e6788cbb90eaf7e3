// BarrierEffects - the barrier intrinsics of a block, a warp and a cluster.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/effects/MemoryEffects.h"
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
    E.TheBarrier.ThePart = map::Barrier::Part::Arrival;
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

/// One that says ".relaxed" does not tell what the thread did before.
Effect effectOfClusterBarrier(StringRef Name) {
  if (Name.contains("relaxed"))
    return Effect::unknown("a barrier of a cluster that orders no memory");
  Effect E = barrier();
  E.TheBarrier.TheScope = map::Scope::Cluster;
  E.TheBarrier.ThePart = Name.contains(".arrive") ? map::Barrier::Part::Arrival
                                                  : map::Barrier::Part::Wait;
  return E;
}

} // namespace racemap::lift
