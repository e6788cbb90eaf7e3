// ImpliedRanges - interval constraints, propagated a few times.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/ImpliedRanges.h"
#include "passes/map/Traversal.h"

namespace racemap::solve {

using namespace map;
using llvm::dyn_cast;

/// Bounds travel from one conjunct to another in any order; each round is
/// sound by itself.
static constexpr unsigned MostRounds = 4;

static __int128 divideDown(__int128 A, __int128 B) {
  __int128 Q = A / B;
  return A % B != 0 && (A < 0) != (B < 0) ? Q - 1 : Q;
}

ImpliedRanges::ImpliedRanges(Ranges &Given,
                             llvm::ArrayRef<const Term *> Conjuncts,
                             const CertainTerms &Certain)
    : Given(Given), Certain(Certain) {
  llvm::SmallVector<const Operation *, 32> Promising;
  forEachNode(Conjuncts, [&](const Term *T) {
    if (const auto *O = dyn_cast<Operation>(T); O && Certain.promises(O))
      Promising.push_back(O);
  });
  for (unsigned Round = 0; Round < MostRounds && !Contradictory; ++Round) {
    Changed = false;
    Held.clear();
    for (const Operation *O : Promising)
      keepPromises(O);
    for (const Term *T : Conjuncts)
      hold(T);
    if (!Changed)
      break;
    forget();
    learnAgain();
  }
}

void ImpliedRanges::learnAgain() {
  llvm::SmallVector<const Operation *, 32> All;
  for (const auto &[T, Its] : Learned)
    if (const auto *O = dyn_cast<Operation>(T))
      All.push_back(O);
  for (const Operation *O : All)
    for (Interpretation As : {Interpretation::Unsigned, Interpretation::Signed})
      learnOperands(O, As, rangeOf(O, As));
}

void ImpliedRanges::restrict(const Term *T, Both &B) {
  auto Found = Learned.find(T);
  if (Found == Learned.end())
    return;
  B.Unsigned = intersect(B.Unsigned, Found->second.Unsigned);
  B.Signed = intersect(B.Signed, Found->second.Signed);
  B.Unsigned = intersect(B.Unsigned, toUnsigned(B.Signed, T->width()));
  B.Signed = intersect(B.Signed, toSigned(B.Unsigned, T->width()));
}

void ImpliedRanges::hold(const Term *T) {
  if (!Held.insert(T).second)
    return;
  Contradictory |= isAlwaysFalse(T);
  const auto *O = dyn_cast<Operation>(T);
  if (!O) {
    learn(T, Interpretation::Unsigned, {1, 1});
    return;
  }
  switch (O->op()) {
  case Op::And:
    hold(O->operand(0));
    hold(O->operand(1));
    break;
  case Op::Or:
    for (unsigned I : {0u, 1u})
      if (isAlwaysFalse(O->operand(I)))
        hold(O->operand(1 - I));
    break;
  case Op::Eq:
  case Op::Ne:
  case Op::ULt:
  case Op::ULe:
  case Op::SLt:
  case Op::SLe:
    if (!O->operand(0)->isBool())
      compare(O);
    break;
  default:
    break;
  }
}

void ImpliedRanges::compare(const Operation *T) {
  const Term *A = T->operand(0), *B = T->operand(1);
  if (T->op() == Op::Eq || T->op() == Op::Ne) {
    for (Interpretation As : {Interpretation::Unsigned, Interpretation::Signed})
      if (T->op() == Op::Eq) {
        learn(A, As, rangeOf(B, As));
        learn(B, As, rangeOf(A, As));
      } else {
        differ(A, B, As);
        differ(B, A, As);
      }
    return;
  }
  bool Signed = T->op() == Op::SLt || T->op() == Op::SLe;
  bool Strict = T->op() == Op::SLt || T->op() == Op::ULt;
  Interpretation As =
      Signed ? Interpretation::Signed : Interpretation::Unsigned;
  Interval All = numbers(A->width(), Signed);
  learn(A, As, {All.Low, rangeOf(B, As).High - Strict});
  learn(B, As, {rangeOf(A, As).Low + Strict, All.High});
}

void ImpliedRanges::differ(const Term *T, const Term *From, Interpretation As) {
  if (Interval Not = rangeOf(From, As); Not.isPoint())
    exclude(T, Not.Low, As);
}

void ImpliedRanges::exclude(const Term *T, __int128 Value, Interpretation As) {
  Interval I = rangeOf(T, As);
  if (Value == I.Low)
    ++I.Low;
  else if (Value == I.High)
    --I.High;
  else
    return;
  learn(T, As, I);
}

void ImpliedRanges::learn(const Term *T, Interpretation As, Interval I) {
  Interval Before = rangeOf(T, As);
  I = {std::max(I.Low, Before.Low), std::min(I.High, Before.High)};
  if (I.Low > I.High)
    Contradictory = true;
  if (Contradictory || (I.Low == Before.Low && I.High == Before.High))
    return;
  Changed = true;
  unsigned Width = T->width();
  auto [Entry, IsNew] = Learned.try_emplace(
      T, Both{unsignedNumbers(Width), signedNumbers(Width)});
  Interval &Mine = As == Interpretation::Signed ? Entry->second.Signed
                                                : Entry->second.Unsigned;
  Mine = intersect(Mine, I);
  refresh(T);
  if (const auto *O = dyn_cast<Operation>(T))
    learnOperands(O, As, I);
}

bool ImpliedRanges::isExact(const Operation *T, Interpretation As) {
  bool Signed = As == Interpretation::Signed;
  return (Certain.promises(T) & noWrap(Signed)) ||
         exactRange(T, Signed).isWithin(numbers(T->width(), Signed));
}

void ImpliedRanges::keepPromises(const Operation *T) {
  for (Interpretation As : {Interpretation::Unsigned, Interpretation::Signed}) {
    bool Signed = As == Interpretation::Signed;
    if (!(T->promises() & noWrap(Signed)))
      continue;
    switch (T->op()) {
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::Shl:
      learn(T, As, exactRange(T, Signed));
      learnOperands(T, As, numbers(T->width(), Signed));
      break;
    default:
      break;
    }
  }
}

void ImpliedRanges::learnOperands(const Operation *T, Interpretation As,
                                  Interval I) {
  const Term *X = T->operand(0), *Y = T->operands().back();
  auto Divide = [&](const Term *Of, __int128 By) {
    learn(Of, As, {-divideDown(-I.Low, By), divideDown(I.High, By)});
  };
  switch (T->op()) {
  case Op::ZExt: // the same number, whichever way the wider one is read
    return learn(X, Interpretation::Unsigned,
                 {std::max<__int128>(I.Low, 0), I.High});
  case Op::SExt:
    if (As == Interpretation::Signed || signedRange(T).Low >= 0)
      learn(X, Interpretation::Signed, I);
    return;
  case Op::Add:
    if (!isExact(T, As))
      return;
    learn(X, As, {I.Low - rangeOf(Y, As).High, I.High - rangeOf(Y, As).Low});
    learn(Y, As, {I.Low - rangeOf(X, As).High, I.High - rangeOf(X, As).Low});
    return;
  case Op::Sub:
    if (!isExact(T, As))
      return;
    learn(X, As, {I.Low + rangeOf(Y, As).Low, I.High + rangeOf(Y, As).High});
    learn(Y, As, {rangeOf(X, As).Low - I.High, rangeOf(X, As).High - I.Low});
    return;
  case Op::Mul:
    if (I.Low > 0 || I.High < 0) // no factor is 0, whatever wraps
      for (const Term *Factor : {X, Y})
        for (Interpretation Each :
             {Interpretation::Unsigned, Interpretation::Signed})
          exclude(Factor, 0, Each);
    if (const auto *C = dyn_cast<Constant>(Y);
        C && C->signedValue() > 0 && isExact(T, As))
      Divide(X, C->signedValue());
    return;
  case Op::Shl:
    if (const auto *C = dyn_cast<Constant>(Y);
        C && C->value() < T->width() - 1 && isExact(T, As))
      Divide(X, __int128(1) << C->value());
    return;
  case Op::SDiv: // rounds towards zero
    if (const auto *C = dyn_cast<Constant>(Y);
        C && C->signedValue() > 0 && As == Interpretation::Signed) {
      __int128 By = C->signedValue(), Rest = By - 1;
      learn(X, As,
            {I.Low * By - (I.Low > 0 ? 0 : Rest),
             I.High * By + (I.High < 0 ? 0 : Rest)});
    }
    return;
  case Op::UDiv:
    if (const auto *C = dyn_cast<Constant>(Y);
        C && C->value() && As == Interpretation::Unsigned)
      learn(X, As, {I.Low * C->value(), I.High * C->value() + C->value() - 1});
    return;
  case Op::LShr:
    if (const auto *C = dyn_cast<Constant>(Y);
        C && C->value() < T->width() && As == Interpretation::Unsigned) {
      __int128 By = __int128(1) << C->value();
      learn(X, As, {I.Low * By, I.High * By + By - 1});
    }
    return;
  default:
    return;
  }
}

} // namespace racemap::solve
