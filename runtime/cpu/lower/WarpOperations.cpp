// WarpOperations - shuffles, votes, matches and reductions are calls of the
// engine, which lets the lanes meet.
//
// Those without a mask (of before sm_70, and __activemask), and the places
// where lanes meet that advance together (Lockstep), have a site, by
// which the engine knows which lanes are at the same place.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/WarpRequest.h"
#include "runtime/cpu/lower/Intrinsics.h"
#include "runtime/cpu/lower/Lower.h"

#include "llvm/ADT/StringSwitch.h"

namespace racemap::cpu {

using namespace llvm;

namespace {

using Op = WarpOperation;

struct Request {
  Op Operation = Op::Sync;
  /// Null: without a mask.
  Value *Mask = nullptr;
  Value *Given = nullptr, *Lane = nullptr, *Clamp = nullptr;
};

struct Result {
  Value *Number, *Predicate;
};

/// Asks the engine. Only what orders memory is a barrier to the optimiser.
Result ask(IntrinsicCall &I, const Request &R) {
  IRBuilder<> &At = I.At;
  Value *Zero = At.getInt32(0);
  Value *Given =
      R.Given ? At.CreateZExt(R.Given, At.getInt64Ty()) : At.getInt64(0);
  unsigned Kind = unsigned(R.Operation) | (R.Mask ? 0 : 0x100);
  Type *Both = StructType::get(At.getInt64Ty(), At.getInt32Ty());
  CallInst *Call =
      I.C.call(At, "__racemap_cpu_warp", Both,
               {At.getInt32(Kind), R.Mask ? R.Mask : Zero, Given,
                R.Lane ? R.Lane : Zero, R.Clamp ? R.Clamp : Zero,
                At.getInt32(R.Mask ? 0 : ++I.Site), I.C.wayTo(I.Call)});
  if (R.Operation != Op::Sync)
    Call->setOnlyAccessesInaccessibleMemory();
  Value *Predicate = At.CreateExtractValue(Call, 1);
  return {At.CreateExtractValue(Call, 0), At.CreateIsNotNull(Predicate)};
}

/// The result as the intrinsic has it: a number, or a number and a predicate.
Value *give(IntrinsicCall &I, Result R) {
  IRBuilder<> &At = I.At;
  auto Number = [&](Type *T) -> Value * {
    Type *Bits = At.getIntNTy(T->getPrimitiveSizeInBits().getFixedValue());
    return At.CreateBitCast(At.CreateZExtOrTrunc(R.Number, Bits), T);
  };
  auto *Pair = dyn_cast<StructType>(I.type());
  if (!Pair)
    return I.type()->isVoidTy() ? R.Number : Number(I.type());
  Value *Out = PoisonValue::get(Pair);
  Out = At.CreateInsertValue(Out, Number(Pair->getElementType(0)), 0);
  return At.CreateInsertValue(Out, R.Predicate, 1);
}

Value *bits(IntrinsicCall &I, Value *V) {
  Type *T = V->getType();
  return T->isIntegerTy() ? V
                          : I.At.CreateBitCast(
                                V, I.At.getIntNTy(T->getPrimitiveSizeInBits()));
}

Value *lowerShuffle(IntrinsicCall &I) {
  StringRef Name = I.Name;
  if (!Name.consume_front("shfl."))
    return nullptr;
  bool HasMask = Name.consume_front("sync.");
  Request R;
  R.Operation = StringSwitch<Op>(Name.split('.').first)
                    .Case("up", Op::ShuffleUp)
                    .Case("down", Op::ShuffleDown)
                    .Case("bfly", Op::ShuffleXor)
                    .Default(Op::ShuffleIndex);
  unsigned First = HasMask;
  if (HasMask)
    R.Mask = I.arg(0);
  R.Given = bits(I, I.arg(First));
  R.Lane = I.arg(First + 1);
  R.Clamp = I.arg(First + 2);
  return give(I, ask(I, R));
}

Value *lowerVote(IntrinsicCall &I) {
  StringRef Name = I.Name;
  if (!Name.consume_front("vote."))
    return nullptr;
  bool HasMask = Name.consume_back(".sync");
  Request R;
  R.Operation = StringSwitch<Op>(Name)
                    .Case("all", Op::VoteAll)
                    .Case("any", Op::VoteAny)
                    .Case("uni", Op::VoteUniform)
                    .Default(Op::Ballot);
  if (HasMask)
    R.Mask = I.arg(0);
  R.Given = I.arg(HasMask);
  return give(I, ask(I, R));
}

Value *lowerMatch(IntrinsicCall &I) {
  if (!I.Name.starts_with("match."))
    return nullptr;
  Request R;
  R.Operation = I.Name.starts_with("match.any") ? Op::MatchAny : Op::MatchAll;
  R.Mask = I.arg(0);
  R.Given = I.arg(1);
  return give(I, ask(I, R));
}

std::optional<Op> reductionOf(StringRef Name) {
  return StringSwitch<std::optional<Op>>(Name)
      .Case("add", Op::ReduceAdd)
      .Case("min", Op::ReduceMin)
      .Case("max", Op::ReduceMax)
      .Case("umin", Op::ReduceUMin)
      .Case("umax", Op::ReduceUMax)
      .Case("and", Op::ReduceAnd)
      .Case("or", Op::ReduceOr)
      .Case("xor", Op::ReduceXor)
      .Case("fmin", Op::ReduceFMin)
      .Case("fmax", Op::ReduceFMax)
      .Default(std::nullopt);
}

Value *lowerReduction(IntrinsicCall &I) {
  StringRef Name = I.Name;
  if (!Name.consume_front("redux.sync."))
    return nullptr;
  std::optional<Op> Operation = reductionOf(Name);
  if (!Operation)
    return nullptr;
  Request R;
  R.Operation = *Operation;
  R.Given = bits(I, I.arg(0));
  R.Mask = I.arg(1);
  return give(I, ask(I, R));
}

} // namespace

Value *lowerWarpOperation(IntrinsicCall &I) {
  for (auto Lower : {lowerShuffle, lowerVote, lowerMatch, lowerReduction})
    if (Value *V = Lower(I))
      return V;
  if (I.Name == LockstepCall)
    return I.C.call(I.At, "__racemap_cpu_lockstep", I.At.getVoidTy(),
                    {I.At.getInt32(++I.Site), I.arg(0)});
  Request R;
  if (I.Name == "bar.warp.sync") {
    R.Mask = I.arg(0);
    return give(I, ask(I, R));
  }
  if (I.Name == "activemask") {
    R.Operation = Op::ActiveMask;
    return give(I, ask(I, R));
  }
  if (I.Name == "elect.sync") {
    R.Operation = Op::Elect;
    R.Mask = I.arg(0);
    return give(I, ask(I, R));
  }
  return nullptr;
}

} // namespace racemap::cpu
