// AssemblySync - barriers and fences of a block, a cluster and the device;
// leaving the kernel.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/AssemblyOrder.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace racemap::cpu {

using namespace llvm;
using ptx::Instruction;
using ptx::Operand;

static bool emitClusterBarrier(AssemblyEmitter &E, const Instruction &I,
                               ModifierList &M) {
  bool Arrives = M.takeAnyOf({"arrive", "wait"}) == "arrive";
  bool IsRelaxed = M.take("relaxed");
  M.ignore({"release", "acquire", "aligned"});
  if (!M.empty() || !I.Operands.empty())
    return false;
  E.intrinsic(!Arrives    ? Intrinsic::nvvm_barrier_cluster_wait
              : IsRelaxed ? Intrinsic::nvvm_barrier_cluster_arrive_relaxed
                          : Intrinsic::nvvm_barrier_cluster_arrive,
              {});
  return true;
}

/// Whole block or so many threads; aligned or not.
static Intrinsic::ID syncOrArrive(bool Arrives, bool HasCount, bool Aligned) {
  if (Arrives)
    return Aligned ? Intrinsic::nvvm_barrier_cta_arrive_aligned_count
                   : Intrinsic::nvvm_barrier_cta_arrive_count;
  if (HasCount)
    return Aligned ? Intrinsic::nvvm_barrier_cta_sync_aligned_count
                   : Intrinsic::nvvm_barrier_cta_sync_count;
  return Aligned ? Intrinsic::nvvm_barrier_cta_sync_aligned_all
                 : Intrinsic::nvvm_barrier_cta_sync_all;
}

static Intrinsic::ID reduction(StringRef Op, bool HasCount, bool Aligned) {
  std::string Name = "llvm.nvvm.barrier.cta.red." + Op.str() +
                     (Aligned ? ".aligned" : "") +
                     (HasCount ? ".count" : ".all");
  return Intrinsic::lookupIntrinsicID(Name);
}

/// bar.red.op d, a{, b}, {!}c
static bool emitReduction(AssemblyEmitter &E, const Instruction &I,
                          ModifierList &M, bool Aligned) {
  StringRef Op = M.takeAnyOf({"popc", "and", "or"});
  M.ignore({"u32", "pred"});
  size_t Number = I.Operands.size();
  if (Op.empty() || !M.empty() || Number < 3 || Number > 4)
    return false;
  SmallVector<Value *, 3> Args;
  for (size_t K = 1; K + 1 < Number; ++K)
    Args.push_back(E.read(I.Operands[K], 32));
  Args.push_back(E.readPredicate(I.Operands.back()));
  E.write(I.Operands[0],
          E.intrinsic(reduction(Op, Number == 4, Aligned), Args));
  return true;
}

static bool emitBarrier(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  if (M.take("cluster"))
    return emitClusterBarrier(E, I, M);
  if (M.take("warp")) {
    if (!M.take("sync") || !M.empty() || I.Operands.size() != 1)
      return false;
    E.intrinsic(Intrinsic::nvvm_bar_warp_sync, {E.read(I.Operands[0], 32)});
    return true;
  }
  M.ignore({"cta"});
  bool Aligned = M.take("aligned") || I.Opcode == "bar";
  StringRef What = M.takeAnyOf({"sync", "arrive", "red"});
  if (What == "red")
    return emitReduction(E, I, M, Aligned);
  size_t Number = I.Operands.size();
  if (What.empty() || !M.empty() || Number < (What == "arrive" ? 2u : 1u) ||
      Number > 2)
    return false;
  SmallVector<Value *, 2> Args;
  for (const Operand &O : I.Operands)
    Args.push_back(E.read(O, 32));
  E.intrinsic(syncOrArrive(What == "arrive", Number == 2, Aligned), Args);
  return true;
}

/// fence{.sem}.scope; what orders proxies has nothing to order here.
static bool emitFence(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  if (!M.takeAnyOf({"proxy", "mbarrier_init"}).empty())
    return true;
  AtomicOrdering Order = takeOrder(M).value_or(AtomicOrdering::AcquireRelease);
  SyncScope::ID Scope = takeScope(E, M);
  if (!M.empty() || Order == AtomicOrdering::Monotonic)
    return false;
  E.B.CreateFence(Order, Scope);
  return true;
}

static bool emitMembar(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  if (M.take("proxy"))
    return true;
  StringRef Level = M.takeAnyOf({"cta", "gl", "sys"});
  if (Level.empty() || !M.empty())
    return false;
  E.intrinsic(Level == "cta"  ? Intrinsic::nvvm_membar_cta
              : Level == "gl" ? Intrinsic::nvvm_membar_gl
                              : Intrinsic::nvvm_membar_sys,
              {});
  return true;
}

static bool emitNanosleep(AssemblyEmitter &E, const Instruction &I) {
  if (I.Operands.size() != 1)
    return false;
  E.intrinsic(Intrinsic::nvvm_nanosleep, {E.read(I.Operands[0], 32)});
  return true;
}

bool emitSynchronization(AssemblyEmitter &E, const Instruction &I) {
  StringRef Opcode = I.Opcode;
  if (Opcode == "bar" || Opcode == "barrier")
    return emitBarrier(E, I);
  if (Opcode == "fence")
    return emitFence(E, I);
  if (Opcode == "membar")
    return emitMembar(E, I);
  if (Opcode == "nanosleep")
    return emitNanosleep(E, I);
  if (Opcode == "exit")
    E.intrinsic(Intrinsic::nvvm_exit, {});
  else if (Opcode == "trap")
    E.intrinsic(Intrinsic::trap, {});
  else
    return Opcode == "brkpt"; // Nobody debugs.
  return true;
}

} // namespace racemap::cpu
