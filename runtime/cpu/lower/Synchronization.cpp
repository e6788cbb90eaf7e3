// Synchronization - barriers, fences and what ends or delays a thread.
//
// Barriers of a block are calls of the engine with their number, how many
// threads they are for, whether the thread waits, and its predicate.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/Intrinsics.h"

#include "llvm/ADT/SmallVector.h"

namespace racemap::cpu {

using namespace llvm;

namespace {

/// The parts of a barrier's name.
struct BarrierName {
  bool Waits = true;
  bool HasId = true, HasCount = false;
  StringRef Reduction; ///< "popc", "and", "or" or empty
};

std::optional<BarrierName> parseBarrier(StringRef Name) {
  BarrierName B;
  if (Name == "barrier0" || Name.starts_with("barrier0.")) {
    B.HasId = false;
    B.Reduction = Name == "barrier0" ? "" : Name.substr(9);
    return B;
  }
  if (Name == "barrier.n" || Name == "barrier.sync")
    return B;
  if (Name == "barrier" || Name == "barrier.sync.cnt") {
    B.HasCount = true;
    return B;
  }
  if (!Name.consume_front("barrier.cta."))
    return std::nullopt;
  SmallVector<StringRef, 4> Parts;
  Name.split(Parts, '.');
  B.Waits = Parts[0] != "arrive";
  if (Parts[0] == "red" && Parts.size() > 1)
    B.Reduction = Parts[1];
  B.HasCount = Parts.back() == "count";
  return B;
}

Value *reduction(IntrinsicCall &I, StringRef Which, Value *Result) {
  IRBuilder<> &At = I.At;
  Value *True = At.CreateTrunc(At.CreateLShr(Result, 32), At.getInt32Ty());
  if (Which == "popc")
    return At.CreateZExtOrTrunc(True, I.type());
  Value *Came = At.CreateTrunc(Result, At.getInt32Ty());
  Value *Is = Which == "and" ? At.CreateICmpEQ(True, Came)
                             : At.CreateICmpNE(True, At.getInt32(0));
  return At.CreateZExtOrTrunc(Is, I.type());
}

Value *lowerBarrier(IntrinsicCall &I) {
  std::optional<BarrierName> B = parseBarrier(I.Name);
  if (!B)
    return nullptr;
  IRBuilder<> &At = I.At;
  unsigned Next = 0;
  Value *Id = B->HasId ? I.arg(Next++) : At.getInt32(0);
  Value *Count = B->HasCount ? I.arg(Next++) : At.getInt32(0);
  Value *Predicate = At.getInt32(0);
  if (!B->Reduction.empty())
    Predicate = At.CreateZExt(At.CreateIsNotNull(I.arg(Next)), At.getInt32Ty());
  Value *Result = I.C.call(
      At, "__racemap_cpu_barrier", At.getInt64Ty(),
      {Id, Count, At.getInt32(B->Waits), Predicate, I.C.wayTo(I.Call)});
  return B->Reduction.empty() ? Result : reduction(I, B->Reduction, Result);
}

/// The host's fence orders everything that any of the GPU's does.
Value *lowerFence(IntrinsicCall &I) {
  if (!I.Name.starts_with("membar.") && !I.Name.starts_with("fence."))
    return nullptr;
  bool IsWeak = I.Name == "membar.cta" || I.Name.starts_with("fence.acq_rel") ||
                I.Name.starts_with("fence.proxy") ||
                I.Name.starts_with("fence.mbarrier");
  return I.At.CreateFence(IsWeak ? AtomicOrdering::AcquireRelease
                                 : AtomicOrdering::SequentiallyConsistent);
}

Value *lowerCluster(IntrinsicCall &I) {
  StringRef Name = I.Name;
  if (!Name.consume_front("barrier.cluster."))
    return nullptr;
  bool Arrives = Name.starts_with("arrive");
  return I.C.call(I.At,
                  Arrives ? "__racemap_cpu_cluster_arrive"
                          : "__racemap_cpu_cluster_wait",
                  I.At.getVoidTy(), {I.C.wayTo(I.Call)});
}

} // namespace

Value *lowerSynchronization(IntrinsicCall &I) {
  if (Value *V = lowerCluster(I))
    return V;
  if (Value *V = lowerBarrier(I))
    return V;
  if (Value *V = lowerFence(I))
    return V;
  Type *None = I.At.getVoidTy();
  if (I.Name == "nanosleep")
    return I.C.call(I.At, "__racemap_cpu_yield", None, {I.C.wayTo(I.Call)});
  if (I.Name == "exit") {
    CallInst *Exit = I.C.call(I.At, "__racemap_cpu_exit", None, {});
    Exit->setDoesNotReturn();
    return Exit;
  }
  if (I.Name.starts_with("pm.event"))
    return I.At.getInt32(0);
  return nullptr;
}

} // namespace racemap::cpu
