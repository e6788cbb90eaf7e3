// LoopBounds - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/intervals/LoopBounds.h"
#include "passes/map/Traversal.h"

namespace racemap::intervals {

using namespace map;
using llvm::dyn_cast;

namespace {

/// One loop's variable between its start and what the test allows.
class Bound {
public:
  Bound(const Loop *L, const LoopFacts &F, const Environment &E, Ranges &R)
      : L(L), F(F), E(E), R(R) {}

  std::optional<Interval> ofVariable() {
    Interval Start = range(E(L->TheRange->Start));
    bool Adds = L->TheRange->Kind == Loop::StepKind::Add;
    const Term *By = E(L->TheRange->Step);
    Interval Step = Adds ? R.signedRange(By) : R.unsignedRange(By);
    if (Start.Low < 0)
      return std::nullopt;
    switch (L->TheRange->Kind) {
    case Loop::StepKind::Div:
      return Interval{0, Start.High};
    case Loop::StepKind::Mul:
      if (auto Most = upper(E(L->While)))
        return Interval{Start.Low, std::max(Start.High, *Most * Step.High)};
      return std::nullopt;
    case Loop::StepKind::Add:
      break;
    }
    if (Step.Low >= 0) {
      auto Most = upper(E(L->While));
      if (!Most)
        return std::nullopt;
      return Interval{Start.Low, std::max(Start.High, *Most + Step.High)};
    }
    auto Least = lower(E(L->While));
    if (Step.High > 0 || !Least || *Least + Step.Low < 0)
      return std::nullopt;
    return Interval{std::min(Start.Low, *Least + Step.Low), Start.High};
  }

  /// Given the variable's interval.
  std::optional<Interval> ofCounter(Interval V) {
    unsigned Width = L->Counter->width();
    if (L->TheRange->Kind != Loop::StepKind::Add)
      return leavesZero()
                 ? std::optional(Interval{0, 1 + L->TheRange->Var->width()})
                 : std::nullopt;
    Interval Step = R.signedRange(E(L->TheRange->Step));
    __int128 Least = Step.Low > 0 ? Step.Low : -Step.High;
    if (Least <= 0)
      return std::nullopt;
    return Interval{
        0, std::min((V.High - V.Low) / Least + 1, unsignedNumbers(Width).High)};
  }

private:
  /// A geometric variable that is 0 stays so, for as many iterations as the
  /// test allows.
  bool leavesZero() {
    if (L->TheRange->Kind == Loop::StepKind::Mul)
      return range(E(L->TheRange->Start)).Low > 0;
    return excludesZero(E(L->While));
  }
  bool excludesZero(const Term *Test) {
    if (isOp(Test, Op::And))
      return excludesZero(Test->operand(0)) || excludesZero(Test->operand(1));
    const auto *T = dyn_cast<Operation>(Test);
    if (isOp(Test, Op::Ne) && isVariable(T->operand(0))) {
      const auto *C = dyn_cast<Constant>(T->operand(1));
      return C && C->value() == 0;
    }
    auto Least = lower(Test);
    return Least && *Least > 0;
  }
  Interval range(const Term *T) { return R.range(T, F.Signed); }
  bool isVariable(const Term *T) const {
    while (isOp(T, Op::ZExt) || isOp(T, Op::SExt))
      T = T->operand(0);
    return T == L->TheRange->Var;
  }
  Interval compared(const Operation *T, unsigned Side) {
    bool Signed = T->op() == Op::SLt || T->op() == Op::SLe;
    const Term *X = T->operand(Side);
    return R.range(X, Signed);
  }
  static bool isStrict(const Operation *T) {
    return T->op() == Op::SLt || T->op() == Op::ULt;
  }
  static bool isOrder(const Operation *T) {
    return T && (isStrict(T) || T->op() == Op::SLe || T->op() == Op::ULe);
  }

  /// The most, and the least, that the variable can be where Test holds.
  std::optional<__int128> upper(const Term *Test) {
    const auto *T = dyn_cast<Operation>(Test);
    if (isOrder(T) && isVariable(T->operand(0)))
      return compared(T, 1).High - isStrict(T);
    if (!isOp(Test, Op::And))
      return std::nullopt;
    auto A = upper(Test->operand(0)), B = upper(Test->operand(1));
    return A && B ? std::min(A, B) : A ? A : B;
  }
  std::optional<__int128> lower(const Term *Test) {
    const auto *T = dyn_cast<Operation>(Test);
    if (isOrder(T) && isVariable(T->operand(1)))
      return compared(T, 0).Low + isStrict(T);
    if (!isOp(Test, Op::And))
      return std::nullopt;
    auto A = lower(Test->operand(0)), B = lower(Test->operand(1));
    return A && B ? std::max(A, B) : A ? A : B;
  }

  const Loop *L;
  const LoopFacts &F;
  const Environment &E;
  Ranges &R;
};

} // namespace

void boundLoops(const Protocol &P, const LoopTable &Loops,
                const Environment &Launch, Ranges &R,
                llvm::function_ref<void(const Variable *, Interval)> Limit) {
  forEachStmt(P.Body, [&](const Stmt *S) {
    const auto *L = dyn_cast<Loop>(S);
    if (!L || !L->TheRange)
      return;
    Bound B(L, Loops[L], Launch, R);
    const Variable *V = L->TheRange->Var;
    auto Value = B.ofVariable();
    std::optional<Interval> Count;
    // What the variable's machine bits can hold, in both interpretations.
    if (Value && Value->High <= signedNumbers(V->width()).High) {
      Limit(V, *Value);
      Count = B.ofCounter(*Value);
    }
    // No thread completes 2^63 iterations.
    unsigned Width = L->Counter->width();
    if (!Count && Width == 64)
      Count = Interval{0, signedNumbers(Width).High};
    if (Count)
      Limit(L->Counter, *Count);
  });
}

} // namespace racemap::intervals
