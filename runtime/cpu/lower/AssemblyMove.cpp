// AssemblyMove - mov, cvta, isspacep, mapa and the like: values as they are.
//
// All memory is in one range of addresses, so that cvta changes nothing. A
// 32-bit number is an address in shared memory without its upper half, which
// is the same for all of shared memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/AssemblyAddress.h"
#include "runtime/cpu/lower/AssemblyEmitter.h"

#include "llvm/IR/IntrinsicsNVPTX.h"

namespace racemap::cpu {

using namespace llvm;
using ptx::Instruction;

static bool emitMov(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  auto T = M.takeType();
  if (!T || !M.empty() || I.Operands.size() != 2)
    return false;
  E.write(I.Operands[0], E.read(I.Operands[1], T->size()));
  return true;
}

/// cvta{.to}.space.u64 d, a
static bool emitCvta(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  bool IsTo = M.take("to");
  StringRef Space = M.takeAnyOf({"shared", "shared::cta", "shared::cluster",
                                 "global", "local", "const", "param"});
  auto T = M.takeType();
  if (Space.empty() || !T || !M.empty() || I.Operands.size() != 2)
    return false;
  Value *Address = E.read(I.Operands[1], 64);
  if (Space.starts_with("shared") && !IsTo)
    Address = inSharedWindow(E, Address);
  E.write(I.Operands[0], Address);
  return true;
}

static bool emitIsspacep(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  StringRef Space = M.takeAnyOf(
      {"shared", "shared::cta", "shared::cluster", "global", "local", "const"});
  if (Space.empty() || !M.empty() || I.Operands.size() != 2)
    return false;
  Intrinsic::ID Id = Space == "global"  ? Intrinsic::nvvm_isspacep_global
                     : Space == "local" ? Intrinsic::nvvm_isspacep_local
                     : Space == "const" ? Intrinsic::nvvm_isspacep_const
                     : Space == "shared::cluster"
                         ? Intrinsic::nvvm_isspacep_shared_cluster
                         : Intrinsic::nvvm_isspacep_shared;
  Value *P = E.B.CreateIntToPtr(E.read(I.Operands[1], 64), E.B.getPtrTy());
  E.write(I.Operands[0], E.intrinsic(Id, {P}));
  return true;
}

/// mapa{.shared::cluster} d, a, rank and getctarank{.shared::cluster} d, a
static bool emitInCluster(AssemblyEmitter &E, const Instruction &I) {
  bool IsMapping = I.Opcode == "mapa";
  ModifierList M(I);
  bool IsShared = M.take("shared::cluster");
  auto T = M.takeType();
  if (!T || !T->isInteger() || !M.empty() ||
      I.Operands.size() != (IsMapping ? 3 : 2))
    return false;
  Type *Wide = E.integer(64);
  Value *Address = E.B.CreateZExt(E.read(I.Operands[1], T->Bits), Wide);
  if (IsShared)
    Address = inSharedWindow(E, Address);
  Value *P = E.B.CreateIntToPtr(Address, E.B.getPtrTy());
  if (!IsMapping) {
    E.write(I.Operands[0], E.intrinsic(Intrinsic::nvvm_getctarank, {P}));
    return true;
  }
  Value *There =
      E.intrinsic(Intrinsic::nvvm_mapa, {P, E.read(I.Operands[2], 32)});
  E.write(I.Operands[0],
          E.B.CreateTrunc(E.B.CreatePtrToInt(There, Wide), E.integer(T->Bits)));
  return true;
}

bool emitMove(AssemblyEmitter &E, const Instruction &I) {
  if (I.Opcode == "mov")
    return emitMov(E, I);
  if (I.Opcode == "cvta")
    return emitCvta(E, I);
  if (I.Opcode == "isspacep")
    return emitIsspacep(E, I);
  if (I.Opcode == "mapa" || I.Opcode == "getctarank")
    return emitInCluster(E, I);
  // Hints for caches, and for the scheduler of blocks.
  return I.Opcode == "prefetch" || I.Opcode == "prefetchu" ||
         I.Opcode == "applypriority" || I.Opcode == "discard" ||
         I.Opcode == "pmevent" || I.Opcode == "setmaxnreg" ||
         I.Opcode == "griddepcontrol";
}

} // namespace racemap::cpu
