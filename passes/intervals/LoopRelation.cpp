// LoopRelation - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/intervals/LoopRelation.h"
#include "llvm/Support/MathExtras.h"

namespace racemap::intervals {

using namespace map;
using llvm::cast;
using llvm::dyn_cast;

std::string instanceName(const Variable *V, unsigned Number) {
  return sourceName(V).str() + "'" + std::to_string(Number);
}

llvm::StringRef sourceName(const Variable *V) {
  return V->name().take_until([](char C) { return C == '\''; });
}

Environment bindLoop(Environment Env, const Loop *L, LoopInstance I) {
  Env.bind(L->Counter, I.Counter);
  if (L->TheRange)
    Env.bind(L->TheRange->Var, I.Value);
  return Env;
}

LoopInstance firstIteration(const Loop *L, const Environment &Env) {
  return {Env.terms().constant(L->Counter->width(), 0),
          L->TheRange ? Env(L->TheRange->Start) : nullptr};
}

static uint8_t noWrap(const LoopFacts &F) {
  return F.Signed ? NoSignedWrap : NoUnsignedWrap;
}

LoopInstance nextIteration(const Loop *L, const LoopFacts &F,
                           const Environment &Env, LoopInstance I) {
  TermContext &T = Env.terms();
  const Term *One = T.constant(I.Counter->width(), 1);
  LoopInstance Next{T.add(I.Counter, One), nullptr};
  if (!L->TheRange)
    return Next;
  const Term *Step = Env(L->TheRange->Step);
  switch (L->TheRange->Kind) {
  case Loop::StepKind::Add:
    // A negative step is no unsigned addition without wrap.
    Next.Value = T.add(I.Value, Step, F.Signed ? NoSignedWrap : NoPromise);
    break;
  case Loop::StepKind::Mul:
    Next.Value = T.mul(I.Value, Step, noWrap(F));
    break;
  case Loop::StepKind::Div:
    Next.Value = T.make(Op::UDiv, {I.Value, Step});
    break;
  }
  return Next;
}

/// V == Start + Step * K, in 64 bits, where it is exact.
static const Term *arithmetic(const Loop *L, const LoopFacts &F,
                              const Environment &Env, LoopInstance I,
                              bool NeedCounter) {
  TermContext &T = Env.terms();
  const Term *Start = Env(L->TheRange->Start), *Step = Env(L->TheRange->Step);
  const auto *Known = dyn_cast<Constant>(Step);
  bool Up = Known && Known->signedValue() == 1;
  bool Down = Known && Known->signedValue() == -1;
  if ((Up || Down) && !NeedCounter && !F.CounterUsed) {
    const Term *Low = Up ? Start : I.Value, *High = Up ? I.Value : Start;
    return F.Signed ? T.sle(Low, High) : T.ule(Low, High);
  }
  auto Wide = [&](const Term *X) {
    return F.Signed ? T.resizeSigned(X, 64) : T.resizeUnsigned(X, 64);
  };
  const Term *Way = T.mul(T.resizeSigned(Step, 64),
                          T.resizeUnsigned(I.Counter, 64), NoSignedWrap);
  return T.eq(Wide(I.Value), T.add(Wide(Start), Way, NoSignedWrap));
}

/// One case for each power of the step.
static const Term *geometric(const Loop *L, const LoopFacts &F,
                             const Environment &Env, LoopInstance I,
                             bool NeedCounter) {
  TermContext &T = Env.terms();
  const Term *Start = Env(L->TheRange->Start);
  unsigned Width = Start->width();
  uint64_t Step = cast<Constant>(Env(L->TheRange->Step))->value();
  uint64_t Most = llvm::maskTrailingOnes<uint64_t>(Width);
  bool Counts = NeedCounter || F.CounterUsed;
  bool Divides = L->TheRange->Kind == Loop::StepKind::Div;
  const Term *Any = T.no();
  uint64_t Power = 1, K = 0;
  for (;; Power *= Step, ++K) {
    const Term *P = T.constant(Width, Power);
    const Term *Case =
        Divides ? T.eq(I.Value, T.make(Op::UDiv, {Start, P}))
                : T.logicalAnd(T.ule(Start, T.constant(Width, Most / Power)),
                               T.eq(I.Value, T.mul(Start, P)));
    if (Counts)
      Case = T.logicalAnd(T.eq(I.Counter, T.constant(I.Counter->width(), K)),
                          Case);
    Any = T.logicalOr(Any, Case);
    if (Power > Most / Step)
      break;
  }
  // After the last power, 0: what division reaches, and what 0 stays.
  const Term *Zero = T.constant(Width, 0), *Rest = T.eq(I.Value, Zero);
  if (!Divides)
    Rest = T.logicalAnd(T.eq(Start, Zero), Rest);
  if (Counts)
    Rest =
        T.logicalAnd(T.ult(T.constant(I.Counter->width(), K), I.Counter), Rest);
  return T.logicalOr(Any, Rest);
}

const Term *belongTogether(const Loop *L, const LoopFacts &F,
                           const Environment &Env, LoopInstance I,
                           bool NeedCounter) {
  if (!L->TheRange)
    return Env.terms().yes();
  if (L->TheRange->Kind == Loop::StepKind::Add)
    return arithmetic(L, F, Env, I, NeedCounter);
  return geometric(L, F, Env, I, NeedCounter);
}

} // namespace racemap::intervals
