// Memory - intrinsics that convert, read or copy through addresses.
//
// An asynchronous copy is done at once, which is one of the times at which it
// may be. A shared address of another block of the cluster lies as far from
// that block's shared memory as it does from one's own.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/Intrinsics.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"

namespace racemap::cpu {

using namespace llvm;

namespace {

Value *lowerConversion(IntrinsicCall &I) {
  if (I.Name.starts_with("ptr."))
    return I.At.CreateAddrSpaceCast(I.arg(0), I.type());
  StringRef Name = I.Name;
  if (Name.consume_front("isspacep.")) {
    unsigned Space = StringSwitch<unsigned>(Name.split('.').first)
                         .Case("global", 1)
                         .Case("shared", 3)
                         .Case("const", 4)
                         .Case("local", 5)
                         .Default(0);
    Value *Is = I.C.call(I.At, "__racemap_cpu_is_in_space", I.At.getInt32Ty(),
                         {I.At.getInt32(Space), I.arg(0)});
    return I.At.CreateIsNotNull(Is);
  }
  if (I.Name.starts_with("mapa")) {
    Value *Generic = I.At.CreateAddrSpaceCast(I.arg(0), I.At.getPtrTy());
    Value *There = I.C.call(I.At, "__racemap_cpu_mapa", I.At.getPtrTy(),
                            {Generic, I.arg(1)});
    return I.At.CreateAddrSpaceCast(There, I.type());
  }
  if (I.Name.starts_with("getctarank"))
    return I.C.call(I.At, "__racemap_cpu_getctarank", I.type(),
                    {I.At.CreateAddrSpaceCast(I.arg(0), I.At.getPtrTy())});
  return nullptr;
}

/// Loads that promise that nobody writes.
Value *lowerReadOnly(IntrinsicCall &I) {
  if (!I.Name.starts_with("ldg.global.") && !I.Name.starts_with("ldu.global."))
    return nullptr;
  auto *Alignment = cast<ConstantInt>(I.arg(1));
  return I.At.CreateAlignedLoad(I.type(), I.arg(0),
                                Align(Alignment->getZExtValue()));
}

Value *lowerAtomic(IntrinsicCall &I) {
  StringRef Name = I.Name;
  if (!Name.consume_front("atomic."))
    return nullptr;
  Name.consume_front("load.");
  StringRef What = Name.split('.').first;
  if (What == "cas") {
    Value *Pair = I.At.CreateAtomicCmpXchg(
        I.arg(0), I.arg(1), I.arg(2), MaybeAlign(), AtomicOrdering::Monotonic,
        AtomicOrdering::Monotonic);
    return I.At.CreateExtractValue(Pair, 0);
  }
  bool IsFloat = I.type()->isFloatingPointTy();
  using Op = AtomicRMWInst::BinOp;
  auto Operation = StringSwitch<std::optional<Op>>(What)
                       .Case("add", IsFloat ? Op::FAdd : Op::Add)
                       .Case("exch", Op::Xchg)
                       .Case("max", Name.contains(".u") ? Op::UMax : Op::Max)
                       .Case("min", Name.contains(".u") ? Op::UMin : Op::Min)
                       .Case("inc", Op::UIncWrap)
                       .Case("dec", Op::UDecWrap)
                       .Case("and", Op::And)
                       .Case("or", Op::Or)
                       .Case("xor", Op::Xor)
                       .Default(std::nullopt);
  if (!Operation)
    return nullptr;
  return I.At.CreateAtomicRMW(*Operation, I.arg(0), I.arg(1), MaybeAlign(),
                              AtomicOrdering::Monotonic);
}

/// cp.async.{ca,cg}.shared.global.N and, with the number of bytes that are
/// read as the last operand, .s
Value *lowerAsyncCopy(IntrinsicCall &I) {
  StringRef Name = I.Name;
  if (!Name.consume_front("cp.async."))
    return nullptr;
  if (Name.starts_with("commit.group") || Name.starts_with("wait."))
    return I.At.getInt32(0);
  bool HasSize = Name.consume_back(".s");
  unsigned Bytes = 0;
  if (!Name.contains(".shared.global.") ||
      Name.rsplit('.').second.getAsInteger(10, Bytes))
    return nullptr;
  Align Alignment(Bytes);
  if (!HasSize)
    return I.At.CreateMemCpy(I.arg(0), Alignment, I.arg(1), Alignment, Bytes);
  I.At.CreateMemSet(I.arg(0), I.At.getInt8(0), Bytes, Alignment);
  return I.At.CreateMemCpy(I.arg(0), Alignment, I.arg(1), Align(1), I.arg(2));
}

} // namespace

Value *lowerMemory(IntrinsicCall &I) {
  for (auto Lower :
       {lowerConversion, lowerReadOnly, lowerAtomic, lowerAsyncCopy})
    if (Value *V = Lower(I))
      return V;
  if (I.Name.starts_with("prefetch"))
    return I.At.getInt32(0);
  return nullptr;
}

} // namespace racemap::cpu
