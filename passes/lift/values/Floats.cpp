// Floats - comparisons of floating-point numbers, by their bits.
//
// The order of floats is that of sign and magnitude, which is one of integers:
// a negative number's key is minus its magnitude, so that both zeros have the
// key 0. Numbers whose bits are known - inputs, parameters, constants - can be
// compared exactly. What was found in memory that the kernel writes has bits of
// which something may be known, but in conditions they cost more than they
// decide: there it is unmodelled, like what was calculated.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/values/Values.h"

namespace racemap::lift {

using namespace llvm;
using map::Op;
using map::Term;

static unsigned pointerBits(const Instruction &I) {
  return I.getModule()->getDataLayout().getTypeSizeInBits(I.getType());
}

const Term *Values::bitsOf(const Value *V, const Loop *Use) {
  Type *T = V->getType();
  const auto *Load = dyn_cast<LoadInst>(V);
  unsigned Width = T->isFloatTy()             ? 32
                   : T->isDoubleTy()          ? 64
                   : Load && T->isPointerTy() ? pointerBits(*Load)
                                              : 0;
  if (!Width)
    return nullptr;
  if (const auto *C = dyn_cast<ConstantFP>(V))
    return Terms.constant(Width,
                          C->getValueAPF().bitcastToAPInt().getZExtValue());
  if (const auto *Cast = dyn_cast<BitCastInst>(V);
      Cast && Cast->getSrcTy()->isIntegerTy(Width))
    return termIn(Cast->getOperand(0), Use);
  const auto *I = dyn_cast<Instruction>(V);
  const Term *Result = Known.lookup(V);
  if (const auto *A = dyn_cast<Argument>(V); A && !Result)
    Result = ofArgument(*A, Width);
  if (Load && !Result) {
    Result = ofLoad(*Load, 0, Width);
    if (!Result)
      Result = unmodelled(Load, Width);
  }
  if (!Result)
    return nullptr;
  Known[V] = Result;
  return afterLoops(Result, I ? K.Loops.getLoopFor(I->getParent()) : nullptr,
                    Use);
}

/// V as a float, if it is one that was made a double.
static const Value *asFloat(const Value *V) {
  if (const auto *C = dyn_cast<ConstantFP>(V)) {
    APFloat Narrow = C->getValueAPF();
    bool Loses = false;
    Narrow.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven, &Loses);
    return Loses || Narrow.isNaN() ? nullptr
                                   : ConstantFP::get(V->getContext(), Narrow);
  }
  const auto *Wider = dyn_cast<FPExtInst>(V);
  return Wider && Wider->getSrcTy()->isFloatTy() ? Wider->getOperand(0)
                                                 : nullptr;
}

static bool isFound(const Term *Bits) {
  const auto *U = dyn_cast<map::Unknown>(Bits);
  return U && U->cause() == map::Cause::Unmodelled;
}

static const Term *keyOf(const Term *Bits, map::TermContext &Terms) {
  const Term *Zero = Terms.constant(Bits->width(), 0);
  const Term *Sign =
      Terms.constant(Bits->width(), uint64_t(1) << (Bits->width() - 1));
  return Terms.ite(Terms.slt(Bits, Zero), Terms.sub(Sign, Bits), Bits);
}

static const Term *isNaN(const Term *Bits, map::TermContext &Terms) {
  unsigned Width = Bits->width();
  uint64_t Infinity = Width == 32 ? 0x7f800000 : 0x7ff0000000000000;
  const Term *Magnitude = Terms.make(
      Op::And,
      {Bits, Terms.constant(Width, maskTrailingOnes<uint64_t>(Width - 1))});
  return Terms.ult(Terms.constant(Width, Infinity), Magnitude);
}

const Term *Values::ofFloatCompare(const FCmpInst &I) {
  const Value *Left = I.getOperand(0), *Right = I.getOperand(1);
  if (const Value *A = asFloat(Left), *B = asFloat(Right); A && B)
    Left = A, Right = B;
  // Where tiny numbers count as zero, bits do not say the order.
  const fltSemantics &Kind =
      Left->getType()->getScalarType()->getFltSemantics();
  if (K.F.getDenormalMode(Kind) != DenormalMode::getIEEE())
    return nullptr;
  const Loop *Here = K.Loops.getLoopFor(I.getParent());
  const Term *A = bitsOf(Left, Here), *B = bitsOf(Right, Here);
  if (!A || !B || isFound(A) || isFound(B))
    return nullptr;
  const Term *KeyA = keyOf(A, Terms), *KeyB = keyOf(B, Terms);
  // A predicate is a set of outcomes: its bits are ==, >, < and unordered.
  unsigned P = I.getPredicate();
  const Term *Result = Terms.no();
  auto Admit = [&](unsigned Bit, const Term *Outcome) {
    if (P & Bit)
      Result = Terms.logicalOr(Result, Outcome);
  };
  Admit(CmpInst::FCMP_OEQ, Terms.eq(KeyA, KeyB));
  Admit(CmpInst::FCMP_OGT, Terms.slt(KeyB, KeyA));
  Admit(CmpInst::FCMP_OLT, Terms.slt(KeyA, KeyB));
  const Term *Unordered = Terms.logicalOr(isNaN(A, Terms), isNaN(B, Terms));
  Result = Terms.logicalAnd(Result, Terms.logicalNot(Unordered));
  Admit(CmpInst::FCMP_UNO, Unordered);
  return Result;
}

} // namespace racemap::lift
