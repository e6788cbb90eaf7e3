// AssemblyAsync - asynchronous copies and mbarriers.
//
// A copy is done at once, which is one of the times at which it may happen; so
// waiting for it is nothing. An mbarrier is a word of shared memory that the
// device library counts in.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/AssemblyAddress.h"

#include "llvm/IR/IntrinsicsNVPTX.h"

namespace racemap::cpu {

using namespace llvm;
using ptx::Instruction;
using ptx::Operand;

/// cp.async.ca|cg.shared.global [to], [from], bytes{, of them from memory}
static bool emitCopy(AssemblyEmitter &E, const Instruction &I,
                     ModifierList &M) {
  bool HasPolicy = M.take("L2::cache_hint");
  M.ignorePrefixed("L2::");
  M.ignore({"ca", "cg", "global", "shared", "shared::cta"});
  size_t Number = I.Operands.size() - (HasPolicy ? 1 : 0);
  if (!M.empty() || Number < 3 || Number > 4)
    return false;
  // 4, 8 or 16: in the text, or an operand of the call.
  Value *Bytes = E.read(I.Operands[2], 32);
  Value *To = addressOf(E, I.Operands[0], true);
  Value *From = addressOf(E, I.Operands[1], false);
  MaybeAlign At(4);
  if (Number == 3) {
    E.B.CreateMemCpy(To, At, From, At, Bytes);
    return true;
  }
  // The rest is zeros.
  Value *Taken = E.read(I.Operands[3], 32);
  E.B.CreateMemSet(To, E.B.getInt8(0), Bytes, At);
  E.B.CreateMemCpy(To, At, From, Align(1), Taken);
  return true;
}

static Value *arrive(AssemblyEmitter &E, Value *P, Value *Count, bool Drops) {
  return E.library("__racemap_mbarrier_arrive", E.integer(64),
                   {P, Count, E.B.getInt32(Drops)});
}

/// cp.async.mbarrier.arrive{.noinc}: the copies are done, so this is an
/// arrival, which without .noinc was added to what is waited for just before.
static bool emitCopyArrival(AssemblyEmitter &E, const Instruction &I,
                            ModifierList &M) {
  bool Counts = M.take("noinc");
  M.ignore({"arrive", "b64"});
  bool IsShared = takeShared(M);
  if (!M.empty() || I.Operands.size() != 1)
    return false;
  if (Counts)
    arrive(E, addressOf(E, I.Operands[0], IsShared), E.B.getInt32(1), false);
  return true;
}

bool emitAsynchronousCopy(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  if (I.Opcode != "cp" || !M.take("async"))
    return false;
  if (M.take("mbarrier"))
    return emitCopyArrival(E, I, M);
  if (!M.takeAnyOf({"commit_group", "wait_group", "wait_all"}).empty())
    return M.empty();
  return !I.Operands.empty() && emitCopy(E, I, M);
}

/// mbarrier.arrive{_drop} state, [address]{, count}
static bool emitArrival(AssemblyEmitter &E, const Instruction &I,
                        ModifierList &M, bool Drops) {
  M.ignore({"noComplete", "release", "relaxed", "cta", "cluster"});
  bool IsShared = takeShared(M);
  bool HasState =
      !I.Operands.empty() && !I.Operands[0].is(Operand::Kind::Address);
  ArrayRef<Operand> In = ArrayRef(I.Operands).drop_front(HasState ? 1 : 0);
  if (!M.empty() || In.empty() || In.size() > 2)
    return false;
  Value *Count = In.size() == 2 ? E.read(In[1], 32) : E.B.getInt32(1);
  Value *State = arrive(E, addressOf(E, In[0], IsShared), Count, Drops);
  if (HasState)
    E.write(I.Operands[0], State);
  return true;
}

/// test_wait and try_wait: p, [address], state or parity. One that fails lets
/// others run, as the program will ask again.
static bool emitTest(AssemblyEmitter &E, const Instruction &I,
                     ModifierList &M) {
  bool IsParity = M.take("parity");
  M.ignore({"acquire", "relaxed", "cta", "cluster"});
  bool IsShared = takeShared(M);
  if (!M.empty() || I.Operands.size() < 3 || I.Operands.size() > 4)
    return false;
  Value *P = addressOf(E, I.Operands[1], IsShared);
  Value *State = E.read(I.Operands[2], IsParity ? 32 : 64);
  Value *Is = E.library(IsParity ? "__racemap_mbarrier_test_parity"
                                 : "__racemap_mbarrier_test",
                        E.integer(32), {P, State});
  E.intrinsic(Intrinsic::nvvm_nanosleep, {E.B.getInt32(0)});
  E.write(I.Operands[0], E.B.CreateICmpNE(Is, E.B.getInt32(0)));
  return true;
}

static bool emitPendingCount(AssemblyEmitter &E, const Instruction &I) {
  if (I.Operands.size() != 2)
    return false;
  E.write(I.Operands[0], E.library("__racemap_mbarrier_pending", E.integer(32),
                                   {E.read(I.Operands[1], 64)}));
  return true;
}

bool emitMbarrier(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  if (I.Opcode != "mbarrier" || !M.take("b64"))
    return false;
  StringRef What = M.takeAnyOf({"init", "inval", "arrive", "arrive_drop",
                                "test_wait", "try_wait", "pending_count"});
  if (What == "arrive" || What == "arrive_drop")
    return emitArrival(E, I, M, What == "arrive_drop");
  if (What == "test_wait" || What == "try_wait")
    return emitTest(E, I, M);
  if (What == "pending_count")
    return emitPendingCount(E, I);
  bool IsShared = takeShared(M), IsInit = What == "init";
  if (What.empty() || !M.empty() || I.Operands.size() != (IsInit ? 2u : 1u))
    return false;
  Value *P = addressOf(E, I.Operands[0], IsShared);
  Value *Count = IsInit ? E.read(I.Operands[1], 32) : E.B.getInt32(0);
  E.library("__racemap_mbarrier_init", E.B.getVoidTy(), {P, Count});
  return true;
}

} // namespace racemap::cpu
