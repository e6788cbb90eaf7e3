// Intrinsics - the values that calls return: registers, min, max, shifts.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/values/Clusters.h"
#include "passes/lift/values/IntegerFunctions.h"
#include "passes/lift/values/Values.h"
#include "passes/map/BitCount.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IntrinsicInst.h"

namespace racemap::lift {

using namespace llvm;
using map::Builtin;
using map::Op;
using map::Term;

static std::optional<Builtin> builtinOf(StringRef Register) {
  return StringSwitch<std::optional<Builtin>>(Register)
      .Case("tid.x", Builtin::ThreadIdxX)
      .Case("tid.y", Builtin::ThreadIdxY)
      .Case("tid.z", Builtin::ThreadIdxZ)
      .Case("ctaid.x", Builtin::BlockIdxX)
      .Case("ctaid.y", Builtin::BlockIdxY)
      .Case("ctaid.z", Builtin::BlockIdxZ)
      .Case("ntid.x", Builtin::BlockDimX)
      .Case("ntid.y", Builtin::BlockDimY)
      .Case("ntid.z", Builtin::BlockDimZ)
      .Case("nctaid.x", Builtin::GridDimX)
      .Case("nctaid.y", Builtin::GridDimY)
      .Case("nctaid.z", Builtin::GridDimZ)
      .Default(std::nullopt);
}

const Term *registerTerm(map::TermContext &T, StringRef Name) {
  if (auto B = builtinOf(Name))
    return T.builtin(*B);
  const Term *Lane = T.make(Op::And, {T.linearThread(), T.constant(32, 31)});
  const Term *One = T.constant(32, 1);
  const Term *Bit = T.make(Op::Shl, {One, Lane});
  const Term *Below = T.sub(Bit, One);
  if (Name == "laneid")
    return Lane;
  if (Name == "warpsize" || Name == "WARP_SZ")
    return T.constant(32, 32);
  if (Name == "lanemask.eq" || Name == "lanemask_eq")
    return Bit;
  if (Name == "lanemask.lt" || Name == "lanemask_lt")
    return Below;
  if (Name == "lanemask.le" || Name == "lanemask_le")
    return T.make(Op::Or, {Below, Bit});
  if (Name == "lanemask.ge" || Name == "lanemask_ge")
    return T.make(Op::Xor, {Below, T.constant(32, 0xffffffff)});
  if (Name == "lanemask.gt" || Name == "lanemask_gt")
    return T.make(Op::Xor,
                  {T.make(Op::Or, {Below, Bit}), T.constant(32, 0xffffffff)});
  return nullptr;
}

static const Term *funnelShift(map::TermContext &T, bool Left, const Term *High,
                               const Term *Low, const Term *By) {
  unsigned Width = High->width();
  const Term *W = T.constant(Width, Width);
  const Term *Amount = T.make(Op::URem, {By, W});
  const Term *Rest = T.sub(W, Amount); // a shift by the width gives 0
  const Term *A = T.make(Op::Shl, {High, Left ? Amount : Rest});
  const Term *B = T.make(Op::LShr, {Low, Left ? Rest : Amount});
  return T.make(Op::Or, {A, B});
}

/// Counting and reversing bits.
static const Term *ofBits(map::TermContext &T, Intrinsic::ID Function,
                          const Term *A) {
  if (!hasWholeBytes(A))
    return nullptr;
  switch (Function) {
  case Intrinsic::ctpop:
    return map::bitsSet(T, A);
  case Intrinsic::ctlz:
    return leadingZeros(T, A);
  case Intrinsic::cttz:
    return trailingZeros(T, A);
  case Intrinsic::bitreverse:
    return reversedBits(T, A);
  default:
    return reversedBytes(T, A);
  }
}

const Term *Values::ofIntrinsic(const CallBase &Call) {
  auto Argument = [&](unsigned I) { return use(Call, I); };
  switch (Call.getIntrinsicID()) {
  case Intrinsic::smin:
    return libdeviceTerm(Terms, "min", {Argument(0), Argument(1)});
  case Intrinsic::smax:
    return libdeviceTerm(Terms, "max", {Argument(0), Argument(1)});
  case Intrinsic::umin:
    return libdeviceTerm(Terms, "umin", {Argument(0), Argument(1)});
  case Intrinsic::umax:
    return libdeviceTerm(Terms, "umax", {Argument(0), Argument(1)});
  case Intrinsic::abs:
    return libdeviceTerm(Terms, "abs", {Argument(0)});
  case Intrinsic::fshl:
  case Intrinsic::fshr:
    return funnelShift(Terms, Call.getIntrinsicID() == Intrinsic::fshl,
                       Argument(0), Argument(1), Argument(2));
  case Intrinsic::ctpop:
  case Intrinsic::ctlz:
  case Intrinsic::cttz:
  case Intrinsic::bitreverse:
  case Intrinsic::bswap:
    return ofBits(Terms, Call.getIntrinsicID(), Argument(0));
  case Intrinsic::expect:
  case Intrinsic::ssa_copy:
    return Argument(0);
  default:
    return nullptr;
  }
}

/// Names the assumption that a 24-bit multiplication makes.
static void assumeSmallFactors(map::Protocol &P) {
  const char *Text = "the operands of 24-bit multiplications fit in 24 bits";
  if (llvm::none_of(P.Assumptions,
                    [&](const map::Assumption &A) { return A.Text == Text; }))
    P.Assumptions.push_back({nullptr, Text, map::Assumption::Basis::Promised});
}

const Term *Values::ofCall(const CallBase &Call, unsigned Width) {
  if (Call.isInlineAsm())
    return ofAssembly(Call, 0, Width);
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return nullptr;
  StringRef Name = Callee->getName();
  if (Name.consume_front("llvm.nvvm.read.ptx.sreg.")) {
    const Term *T = Name.contains("cluster") ? clusterTerm(K.P, Name)
                                             : registerTerm(Terms, Name);
    return T && T->width() == Width ? T : nullptr;
  }
  if (Name.consume_front("llvm.nvvm.isspacep."))
    return ofSpaceTest(Call, Name);
  if (Name.consume_front("__nv_")) {
    SmallVector<const Term *, 3> Arguments;
    for (const Use &A : Call.args()) {
      if (!A->getType()->isIntegerTy())
        return nullptr;
      Arguments.push_back(use(Call, A.getOperandNo()));
    }
    const Term *T = libdeviceTerm(Terms, Name, Arguments);
    if (!T || T->width() != Width)
      return nullptr;
    if (Name.ends_with("mul24"))
      assumeSmallFactors(K.P);
    return T;
  }
  return ofIntrinsic(Call);
}

} // namespace racemap::lift
