// AssemblyValues - the terms of what inline PTX computes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/values/Values.h"
#include "llvm/ADT/StringExtras.h"

namespace racemap::lift {

using namespace llvm;
using map::Term;

/// A sum modulo 2^Bits, in Width bits.
const Term *Values::ofKnown(const CallBase &Call, const ptx::KnownValue &V,
                            unsigned Width) {
  if (!V.isSum() || !V.Symbol.empty() || V.From || V.To)
    return nullptr;
  const Loop *Here = K.Loops.getLoopFor(Call.getParent());
  const Term *Sum = Terms.constant(64, 0);
  for (unsigned Index : V.Operands) {
    const Value *Operand = assemblyOperand(Call, Index);
    const auto *T =
        Operand ? dyn_cast<IntegerType>(Operand->getType()) : nullptr;
    if (!T || T->getBitWidth() > 64)
      return nullptr;
    Sum = Terms.add(Terms.resizeUnsigned(termIn(Operand, Here), 64), Sum);
  }
  if (V.Special) {
    StringRef Name = ptx::spelling(*V.Special);
    Name.consume_front("%");
    const Term *Register = registerTerm(Terms, Name);
    if (!Register)
      return nullptr;
    Sum = Terms.add(Terms.resizeUnsigned(Register, 64), Sum);
  }
  Sum = Terms.add(Sum, Terms.constant(64, V.Constant));
  if (V.Bits == 0 || V.Bits > 64)
    return nullptr;
  return Terms.resizeUnsigned(Terms.resizeUnsigned(Sum, V.Bits), Width);
}

const Term *Values::ofAssemblyRead(const CallBase &Call, const ptx::Access &A,
                                   unsigned Element, unsigned Width) {
  auto Address = addressIn(Call, A.Address);
  if (!Address || A.Order != ptx::Ordering::Weak ||
      A.K != ptx::Access::Kind::Read || A.AddressLanes != 32 ||
      !A.ElementType.isInteger() || A.ElementType.Bits > Width)
    return nullptr;
  unsigned Bits = A.ElementType.Bits;
  Pointer P = place(Address->Operand, Address->Displacement,
                    K.Loops.getLoopFor(Call.getParent()));
  if (P.size() != 1)
    return nullptr;
  const Term *T = ofTarget(P[0], uint64_t(Element) * (Bits / 8), Bits);
  if (!T)
    return nullptr;
  return A.ElementType.C == ptx::Type::Class::Signed
             ? Terms.resizeSigned(T, Width)
             : Terms.resizeUnsigned(T, Width);
}

const Term *Values::ofAssembly(const CallBase &Call, unsigned Result,
                               unsigned Width) {
  auto Summary = summaryOf(Call);
  auto Operand = assemblyResult(Call, Result);
  const ptx::KnownValue *V =
      Summary && Operand ? Summary->output(*Operand) : nullptr;
  if (!V)
    return nullptr;
  if (V->K != ptx::KnownValue::Kind::Loaded)
    return ofKnown(Call, *V, Width);
  const ptx::Effect &E = Summary->Effects[V->Instruction];
  const auto *A = E.getAs<ptx::Access>();
  if (!A || E.When.K != ptx::Guard::Kind::Always)
    return nullptr;
  return ofAssemblyRead(Call, *A, V->Element, Width);
}

static const Term *compare(map::TermContext &Terms, ptx::Guard::Comparison C,
                           bool Signed, const Term *A, const Term *B) {
  using Comparison = ptx::Guard::Comparison;
  auto Less = [&](const Term *X, const Term *Y) {
    return Signed ? Terms.slt(X, Y) : Terms.ult(X, Y);
  };
  switch (C) {
  case Comparison::Eq:
    return Terms.eq(A, B);
  case Comparison::Ne:
    return Terms.ne(A, B);
  case Comparison::Lt:
    return Less(A, B);
  case Comparison::Le:
    return Terms.logicalNot(Less(B, A));
  case Comparison::Gt:
    return Less(B, A);
  case Comparison::Ge:
    return Terms.logicalNot(Less(A, B));
  }
  return nullptr;
}

const Term *Values::guard(const CallBase &Call, const ptx::Guard &G) {
  if (G.K == ptx::Guard::Kind::Always)
    return Terms.yes();
  const Term *Result = nullptr;
  if (G.K == ptx::Guard::Kind::Compare && G.T.isInteger() && G.T.Bits >= 8 &&
      G.T.Bits <= 64) {
    const Term *Left = ofKnown(Call, G.Left, G.T.Bits);
    const Term *Right = ofKnown(Call, G.Right, G.T.Bits);
    bool Signed = G.T.C == ptx::Type::Class::Signed;
    if (Left && Right)
      Result = compare(Terms, G.C, Signed, Left, Right);
  }
  if (!Result)
    // Each guard of the text may have a value of its own.
    return Terms.unmodelled("guard" + utostr(NextGuard++), 1,
                            countersAround(loopOf(&Call)));
  return G.Negated ? Terms.logicalNot(Result) : Result;
}

} // namespace racemap::lift
