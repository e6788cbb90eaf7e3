// HostLoops - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/HostLoops.h"
#include "passes/map/Evaluate.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"

namespace racemap {

using namespace map;
using llvm::dyn_cast;
using llvm::isa;

/// More values help nobody.
static constexpr unsigned MaxValues = 64;

namespace {
class OneValue : public Assignment {
public:
  explicit OneValue(uint64_t Value) : Value(Value) {}
  uint64_t valueOf(const Variable *) override { return Value; }
  uint64_t valueOf(const Unknown *, llvm::ArrayRef<uint64_t>) override {
    return 0;
  }

private:
  uint64_t Value;
};

using ValueSet = llvm::SetVector<uint64_t>;

/// Low < High, or Low <= High.
struct Order {
  const Term *Low = nullptr, *High = nullptr;
  bool OrEqual = false, Signed = false;
};
} // namespace

static std::optional<Order> orderIn(const Term *T) {
  const auto *O = dyn_cast<Operation>(T);
  if (!O || O->op() < Op::ULt || O->op() > Op::SLe)
    return std::nullopt;
  return Order{O->operand(0), O->operand(1),
               O->op() == Op::ULe || O->op() == Op::SLe,
               O->op() == Op::SLt || O->op() == Op::SLe};
}

/// Is it V, or the same number in a type with more bits?
static bool isWidened(const Term *T, const Variable *V, bool Signed) {
  return T == V || (isOp(T, Op::ZExt) && T->operand(0) == V) ||
         (Signed && isOp(T, Op::SExt) && T->operand(0) == V);
}

/// Does the condition, once false on the way up or down, stay so?
static bool isLimit(const Term *Condition, const Variable *Of) {
  return Condition && llvm::all_of(conjuncts(Condition), [&](const Term *T) {
           auto Found = orderIn(T);
           return !mentions(T, Of) ||
                  (Found &&
                   (isWidened(Found->Low, Of, Found->Signed) ||
                    isWidened(Found->High, Of, Found->Signed)) &&
                   !(mentions(Found->Low, Of) && mentions(Found->High, Of)));
         });
}

std::optional<int64_t> HostLoop::stepLength() const {
  bool Plus = isOp(Next, Op::Add), Minus = isOp(Next, Op::Sub);
  const auto *By =
      Plus || Minus ? dyn_cast<Constant>(Next->operand(1)) : nullptr;
  if (!By || Next->operand(0) != Begin || By->width() > 63)
    return std::nullopt;
  return Plus ? By->signedValue() : -By->signedValue();
}

HostLoop::Facts HostLoop::ofSignedSteps(TermContext &T, int64_t By,
                                        const Term *Iteration) const {
  Facts F;
  F.SayAll = !AtEnd && isLimit(Condition, Begin);
  if (By == 1)
    F.Hold = {T.sle(Start, Begin)};
  else if (By == -1)
    F.Hold = {T.sle(Begin, Start)};
  else
    F.Hold = {T.eq(Begin, T.add(Start,
                                T.mul(Iteration, T.constant(Begin->width(), By),
                                      NoSignedWrap),
                                NoSignedWrap)),
              T.sle(T.constant(Begin->width(), 0), Iteration)};
  return F;
}

/// Going round the end of the numbers is no overflow: only the condition
/// excludes it, unless the limit is next to the end.
HostLoop::Facts HostLoop::ofUnsignedSteps(TermContext &T, int64_t By) const {
  Facts F;
  if (!Steady && std::abs(By) != 1) // the limit may have been another before
    return F;
  unsigned Width = Begin->width();
  if (AtEnd || !Condition)
    return F;
  for (const Term *X : conjuncts(Condition)) {
    auto Limit = orderIn(X);
    if (!Limit || Limit->Signed || (!Steady && Limit->OrEqual) ||
        !isWidened(By > 0 ? Limit->Low : Limit->High, Begin, false))
      continue;
    const Term *GoesRound = nullptr, *Steps = nullptr, *Ordered = nullptr;
    const Term *Zero = T.constant(Width, 0);
    unsigned Compared = Limit->Low->width();
    const Term *Length = T.constant(Width, std::abs(By));
    if (By > 0) {
      const Term *Last = T.resizeUnsigned(T.sub(Zero, Length), Compared);
      GoesRound =
          Limit->OrEqual ? T.ule(Last, Limit->High) : T.ult(Last, Limit->High);
      Steps = T.sub(Begin, Start);
      Ordered = T.ule(Start, Begin);
    } else {
      const Term *Least = T.resizeUnsigned(Length, Compared);
      const Term *One = T.constant(Compared, 1);
      GoesRound = Limit->OrEqual ? T.ult(Limit->Low, Least)
                                 : T.ult(T.add(Limit->Low, One), Least);
      Steps = T.sub(Start, Begin);
      Ordered = T.ule(Begin, Start);
    }
    auto Rest = [&](const Term *X) { return T.make(Op::URem, {X, Length}); };
    bool Divides = llvm::isPowerOf2_64(std::abs(By)); // also round the end
    const Term *Reached =
        Divides ? T.eq(Rest(Begin), Rest(Start)) : T.eq(Rest(Steps), Zero);
    F.Hold.push_back(
        T.logicalAnd(T.logicalOr(GoesRound, T.logicalAnd(Ordered, Reached)),
                     Divides ? Reached : T.yes()));
    bool StaysAbove =
        GoesRound == T.no() || (Divides && By > 0 && Start == Zero);
    F.SayAll = isLimit(Condition, Begin) && StaysAbove;
    break;
  }
  return F;
}

/// Adds the values that iterations begin with, from Value on; no if they are
/// too many. AllDecided: the condition depends on nothing else.
bool HostLoop::countOut(TermContext &T, uint64_t Value, ValueSet &Values,
                        bool &AllDecided) const {
  llvm::SmallDenseSet<uint64_t, 64> Seen;
  for (bool First = true; Seen.insert(Value).second; First = false) {
    const Term *Now = T.constant(Begin->width(), Value);
    if (Condition && !(AtEnd && First)) {
      const Term *Goes = T.replace(
          Condition, [&](const Term *X) { return X == Begin ? Now : nullptr; });
      if (Goes == T.no())
        break;
      AllDecided &= Goes == T.yes();
    }
    Values.insert(Value);
    if (Values.size() > MaxValues)
      return false;
    OneValue Here(Value);
    Evaluator Evaluate(Here);
    Value = Evaluate(Next);
    if (Evaluate.brokePromise())
      break;
  }
  return true;
}

/// Are the values that come from each start those of all that are not above it?
/// Only if all are positive.
static bool areNested(llvm::ArrayRef<std::pair<uint64_t, ValueSet>> From,
                      const ValueSet &All, unsigned Width) {
  auto IsPositive = [&](uint64_t V) {
    return V != 0 && V <= uint64_t(llvm::maxIntN(Width));
  };
  return llvm::all_of(From, [&](const auto &F) {
    const auto &[Start, Its] = F;
    return IsPositive(Start) && llvm::all_of(All, [&](uint64_t V) {
             return IsPositive(V) && Its.contains(V) == (V <= Start);
           });
  });
}

HostLoop::Facts HostLoop::countedOut(TermContext &T,
                                     llvm::ArrayRef<uint64_t> From) const {
  if (From.empty())
    return {};
  bool AllDecided = Condition != nullptr;
  ValueSet Values;
  std::vector<std::pair<uint64_t, ValueSet>> Each;
  for (uint64_t Value : From) {
    ValueSet Its;
    if (!countOut(T, Value, Its, AllDecided))
      return {};
    Values.insert(Its.begin(), Its.end());
    if (!Its.empty())
      Each.push_back({Value, std::move(Its)});
  }
  if (Values.size() > MaxValues)
    return {};
  const Term *Any = T.no();
  for (uint64_t Value : Values)
    Any = T.logicalOr(Any, T.eq(Begin, T.constant(Begin->width(), Value)));
  // Of several starts, it is not said which values come from which, but which
  // are not above them: nobody begins with a start that has none.
  Facts F{{Any}, AllDecided || (!AtEnd && isLimit(Condition, Begin))};
  Facts Shrinks = isa<Constant>(Start) ? Facts() : ofShrinking(T);
  F.SayAll &= From.size() == 1 || (Steady && !AtEnd && !Shrinks.Hold.empty() &&
                                   areNested(Each, Values, Begin->width()));
  llvm::append_range(F.Hold, Shrinks.Hold);
  return F;
}

/// Halves of a start that is not known.
HostLoop::Facts HostLoop::ofShrinking(TermContext &T) const {
  Facts F;
  const auto *By = Next->operands().size() == 2
                       ? dyn_cast<Constant>(Next->operand(1))
                       : nullptr;
  if (!By || Next->operand(0) != Begin || By->value() == 0)
    return F;
  if (isOp(Next, Op::UDiv) || isOp(Next, Op::LShr))
    F.Hold = {T.ule(Begin, Start)};
  if ((isOp(Next, Op::SDiv) && By->signedValue() > 0) || isOp(Next, Op::AShr))
    F.Hold = {T.logicalOr(T.slt(Start, T.constant(Begin->width(), 0)),
                          T.sle(Begin, Start))};
  return F;
}

HostLoop::Facts HostLoop::facts(TermContext &T, const Term *Iteration) const {
  bool OverBegin = !anyNode({Next}, [&](const Term *X) {
    return isa<Variable, Unknown>(X) && X != Begin;
  });
  if (!OverBegin)
    return {};
  Facts F;
  if (auto By = stepLength(); By && *By != 0)
    F = Signed ? ofSignedSteps(T, *By, Iteration) : ofUnsignedSteps(T, *By);
  else if (const auto *Known = dyn_cast<Constant>(Start))
    F = countedOut(T, {Known->value()});
  else if (Facts Counted = countedOut(T, Starts); !Counted.Hold.empty())
    F = std::move(Counted);
  else
    F = ofShrinking(T);
  F.SayAll &= Steady;
  if (Steady && Condition && !AtEnd) // it was run at all
    F.Hold.push_back(T.replace(Condition, [&](const Term *X) {
      return X == Begin ? Start : nullptr;
    }));
  return F;
}

std::vector<uint64_t> valuesListed(llvm::ArrayRef<const Term *> Facts,
                                   const Variable *V) {
  for (const Term *Fact : Facts) {
    std::vector<uint64_t> Values;
    std::vector<const Term *> Work{Fact};
    while (!Work.empty()) {
      const Term *T = Work.back();
      Work.pop_back();
      const auto *Its =
          isOp(T, Op::Eq) ? dyn_cast<Constant>(T->operand(1)) : nullptr;
      if (isOp(T, Op::Or) && T->isBool()) {
        llvm::append_range(Work, T->operands());
      } else if (Its && T->operand(0) == V) {
        Values.push_back(Its->value());
      } else {
        Values.clear();
        break;
      }
    }
    if (!Values.empty())
      return Values;
  }
  return {};
}

} // namespace racemap
