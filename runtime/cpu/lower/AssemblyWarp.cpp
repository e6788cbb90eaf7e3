// AssemblyWarp - what the lanes of a warp do together.
//
// The old forms without .sync are of the lanes that are active.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/AssemblyEmitter.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace racemap::cpu {

using namespace llvm;
using ptx::Instruction;
using ptx::Operand;

static Value *activeLanes(AssemblyEmitter &E) {
  return E.intrinsic(Intrinsic::nvvm_activemask, {});
}

/// "d|p": the value, and whether.
static void writePair(AssemblyEmitter &E, const Operand &To, Value *Both) {
  bool IsPair = To.is(Operand::Kind::Pair);
  E.write(IsPair ? To.Elements[0] : To, E.B.CreateExtractValue(Both, 0));
  if (IsPair)
    E.write(To.Elements[1], E.B.CreateExtractValue(Both, 1));
}

/// shfl{.sync}.mode.b32 d|p, a, b, c{, mask}
static bool emitShuffle(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  bool HasMask = M.take("sync");
  Intrinsic::ID Id =
      StringSwitch<Intrinsic::ID>(M.takeAnyOf({"up", "down", "bfly", "idx"}))
          .Case("up", Intrinsic::nvvm_shfl_sync_up_i32p)
          .Case("down", Intrinsic::nvvm_shfl_sync_down_i32p)
          .Case("bfly", Intrinsic::nvvm_shfl_sync_bfly_i32p)
          .Case("idx", Intrinsic::nvvm_shfl_sync_idx_i32p)
          .Default(Intrinsic::not_intrinsic);
  auto T = M.takeType();
  if (Id == Intrinsic::not_intrinsic || !T || T->Bits != 32 || !M.empty() ||
      I.Operands.size() != (HasMask ? 5u : 4u))
    return false;
  Value *Mask = HasMask ? E.read(I.Operands[4], 32) : activeLanes(E);
  writePair(
      E, I.Operands[0],
      E.intrinsic(Id, {Mask, E.read(I.Operands[1], 32),
                       E.read(I.Operands[2], 32), E.read(I.Operands[3], 32)}));
  return true;
}

/// vote{.sync}.mode d, {!}a{, mask}
static bool emitVote(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  bool HasMask = M.take("sync");
  Intrinsic::ID Id =
      StringSwitch<Intrinsic::ID>(M.takeAnyOf({"all", "any", "uni", "ballot"}))
          .Case("all", Intrinsic::nvvm_vote_all_sync)
          .Case("any", Intrinsic::nvvm_vote_any_sync)
          .Case("uni", Intrinsic::nvvm_vote_uni_sync)
          .Case("ballot", Intrinsic::nvvm_vote_ballot_sync)
          .Default(Intrinsic::not_intrinsic);
  M.ignore({"pred", "b32"});
  if (Id == Intrinsic::not_intrinsic || !M.empty() ||
      I.Operands.size() != (HasMask ? 3u : 2u))
    return false;
  Value *Mask = HasMask ? E.read(I.Operands[2], 32) : activeLanes(E);
  E.write(I.Operands[0],
          E.intrinsic(Id, {Mask, E.readPredicate(I.Operands[1])}));
  return true;
}

/// match.any|all.sync.type d{|p}, a, mask
static bool emitMatch(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  StringRef How = M.takeAnyOf({"any", "all"});
  auto T = M.takeType();
  if (How.empty() || !M.take("sync") || !T || !M.empty() ||
      I.Operands.size() != 3 || (T->Bits != 32 && T->Bits != 64))
    return false;
  bool IsWide = T->Bits == 64;
  Value *Mask = E.read(I.Operands[2], 32), *V = E.read(I.Operands[1], T->Bits);
  if (How == "any") {
    E.write(I.Operands[0],
            E.intrinsic(IsWide ? Intrinsic::nvvm_match_any_sync_i64
                               : Intrinsic::nvvm_match_any_sync_i32,
                        {Mask, V}));
    return true;
  }
  writePair(E, I.Operands[0],
            E.intrinsic(IsWide ? Intrinsic::nvvm_match_all_sync_i64p
                               : Intrinsic::nvvm_match_all_sync_i32p,
                        {Mask, V}));
  return true;
}

/// redux.sync.op.type d, a, mask
static bool emitRedux(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  StringRef Op = M.takeAnyOf({"add", "min", "max", "and", "or", "xor"});
  auto T = M.takeType();
  if (Op.empty() || !M.take("sync") || !T || T->Bits != 32 || T->isFloat() ||
      !M.empty() || I.Operands.size() != 3)
    return false;
  bool IsExtreme = Op == "min" || Op == "max";
  std::string Name = "llvm.nvvm.redux.sync." +
                     std::string(IsExtreme && !T->isSigned() ? "u" : "") +
                     Op.str();
  E.write(I.Operands[0],
          E.intrinsic(Intrinsic::lookupIntrinsicID(Name),
                      {E.read(I.Operands[1], 32), E.read(I.Operands[2], 32)}));
  return true;
}

bool emitWarpOperation(AssemblyEmitter &E, const Instruction &I) {
  if (I.Opcode == "shfl")
    return emitShuffle(E, I);
  if (I.Opcode == "vote")
    return emitVote(E, I);
  if (I.Opcode == "match")
    return emitMatch(E, I);
  if (I.Opcode == "redux")
    return emitRedux(E, I);
  if (I.Opcode == "activemask" && I.Operands.size() == 1) {
    E.write(I.Operands[0], activeLanes(E));
    return true;
  }
  if (I.Opcode == "elect" && I.Operands.size() == 2) {
    writePair(
        E, I.Operands[0],
        E.intrinsic(Intrinsic::nvvm_elect_sync, {E.read(I.Operands[1], 32)}));
    return true;
  }
  return false;
}

} // namespace racemap::cpu
