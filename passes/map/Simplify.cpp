// Simplify - identities of machine arithmetic.
//
// Each rule holds for every value of its operands, whatever promises the
// operation made. Commutative operators have their constant on the right; the
// order is kept otherwise, so that a protocol prints as its source reads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Simplify.h"
#include "passes/map/Sums.h"
#include "llvm/Support/MathExtras.h"

namespace racemap::map {

using llvm::dyn_cast;
using llvm::isa;

static bool isValue(const Term *T, uint64_t Value) {
  const auto *C = dyn_cast<Constant>(T);
  return C && C->value() == Value;
}

static bool isAllOnes(const Term *T) {
  return isValue(T, llvm::maskTrailingOnes<uint64_t>(T->width()));
}

static bool isNegation(const Term *A, const Term *B) {
  return A->isBool() && isOp(A, Op::Xor) && isAllOnes(A->operand(1)) &&
         A->operand(0) == B;
}

static bool areOpposite(const Term *A, const Term *B) {
  return isNegation(A, B) || isNegation(B, A);
}

static bool isCommutative(Op O) {
  switch (O) {
  case Op::Add:
  case Op::Mul:
  case Op::And:
  case Op::Or:
  case Op::Xor:
  case Op::Eq:
  case Op::Ne:
    return true;
  default:
    return false;
  }
}

/// The comparison that holds when this one does not, its operands swapped if
/// Swap says so.
static std::optional<std::pair<Op, bool>> negated(Op O) {
  switch (O) {
  case Op::Eq:
    return {{Op::Ne, false}};
  case Op::Ne:
    return {{Op::Eq, false}};
  case Op::ULt:
    return {{Op::ULe, true}};
  case Op::ULe:
    return {{Op::ULt, true}};
  case Op::SLt:
    return {{Op::SLe, true}};
  case Op::SLe:
    return {{Op::SLt, true}};
  default:
    return std::nullopt;
  }
}

static void addFactors(const Term *T, llvm::SmallVectorImpl<const Term *> &To) {
  if (isOp(T, Op::Mul) && To.size() < 8) {
    addFactors(T->operand(0), To);
    addFactors(T->operand(1), To);
  } else {
    To.push_back(T);
  }
}

/// A % (b * c) for B = A / (b * c) * b * c. Of a division by 0 the product is
/// 0, and the remainder A.
static const Term *remainder(TermContext &Terms, const Term *A, const Term *B) {
  llvm::SmallVector<const Term *, 8> Factors, OfDivisor;
  addFactors(B, Factors);
  auto *Quotient = llvm::find_if(Factors, [&](const Term *T) {
    return (isOp(T, Op::UDiv) || isOp(T, Op::SDiv)) && T->operand(0) == A;
  });
  if (Quotient == Factors.end())
    return nullptr;
  const Term *Its = *Quotient;
  Factors.erase(Quotient);
  addFactors(Its->operand(1), OfDivisor);
  llvm::sort(Factors, ByCreation());
  llvm::sort(OfDivisor, ByCreation());
  if (Factors != OfDivisor)
    return nullptr;
  return Terms.make(isOp(Its, Op::UDiv) ? Op::URem : Op::SRem,
                    {A, Its->operand(1)});
}

static const Term *simplifyArithmetic(TermContext &Terms, Op O, const Term *A,
                                      const Term *B) {
  unsigned Width = A->width();
  switch (O) {
  case Op::Add:
    return isValue(B, 0) ? A : nullptr;
  case Op::Sub:
    if (A == B)
      return Terms.constant(Width, 0);
    return isValue(B, 0) ? A : remainder(Terms, A, B);
  case Op::Mul:
    if (isValue(B, 0))
      return B;
    return isValue(B, 1) ? A : nullptr;
  case Op::UDiv:
  case Op::SDiv: // in 1 bit, 1 is -1
    return isValue(B, 1) && Width > 1 ? A : nullptr;
  case Op::URem:
  case Op::SRem:
    return isValue(B, 1) && Width > 1 ? Terms.constant(Width, 0) : nullptr;
  case Op::Shl:
  case Op::LShr:
  case Op::AShr:
    return isValue(B, 0) || isValue(A, 0) ? A : nullptr;
  default:
    return nullptr;
  }
}

/// A and (A or B), A or (A and B); A and (not A or B) and so on.
static const Term *absorb(TermContext &Terms, Op O, const Term *A,
                          const Term *B) {
  Op Other = O == Op::And ? Op::Or : Op::And;
  if (!isOp(B, Other))
    return nullptr;
  for (unsigned I : {0u, 1u}) {
    if (B->operand(I) == A)
      return A;
    if (areOpposite(B->operand(I), A))
      return Terms.make(O, {A, B->operand(1 - I)});
  }
  return nullptr;
}

/// Is T a truth value as a wider number, 0 or 1?
static bool isNumberOfTruth(const Term *T) {
  return isOp(T, Op::ZExt) && T->operand(0)->isBool();
}

static const Term *simplifyBitwise(TermContext &Terms, Op O, const Term *A,
                                   const Term *B) {
  if (isNumberOfTruth(A) && isNumberOfTruth(B))
    return Terms.cast(Op::ZExt, Terms.make(O, {A->operand(0), B->operand(0)}),
                      A->width());
  switch (O) {
  case Op::And:
    if (A == B || isValue(B, 0))
      return B;
    if (isAllOnes(B))
      return A;
    if (areOpposite(A, B))
      return Terms.no();
    break;
  case Op::Or:
    if (A == B || isAllOnes(B))
      return B;
    if (isValue(B, 0))
      return A;
    if (areOpposite(A, B))
      return Terms.yes();
    break;
  case Op::Xor:
    if (A == B)
      return Terms.constant(A->width(), 0);
    if (isValue(B, 0))
      return A;
    if (A->isBool() && isAllOnes(B)) {
      if (isNegation(A, A->kind() == Term::Kind::Operation ? A->operand(0) : A))
        return A->operand(0);
      const auto *Compare = dyn_cast<Operation>(A);
      if (auto Not = Compare ? negated(Compare->op()) : std::nullopt)
        return Not->second
                   ? Terms.make(Not->first, {A->operand(1), A->operand(0)})
                   : Terms.make(Not->first, {A->operand(0), A->operand(1)});
    }
    return nullptr;
  default:
    return nullptr;
  }
  if (!A->isBool())
    return nullptr;
  if (const Term *T = absorb(Terms, O, A, B))
    return T;
  return absorb(Terms, O, B, A);
}

/// x < y where both are the same extension of narrower terms compares those.
static const Term *compareNarrow(TermContext &Terms, Op O, const Term *A,
                                 const Term *B) {
  bool Signed = O == Op::SLt || O == Op::SLe;
  bool Equality = O == Op::Eq || O == Op::Ne;
  for (Op Extension : {Op::ZExt, Op::SExt}) {
    if (!isOp(A, Extension))
      continue;
    unsigned Width = A->operand(0)->width();
    if (isOp(B, Extension) && B->operand(0)->width() == Width) {
      // Both extensions keep the order; zero extension turns a signed
      // comparison into an unsigned one.
      Op Narrow = O;
      if (Extension == Op::ZExt && Signed)
        Narrow = O == Op::SLt ? Op::ULt : Op::ULe;
      return Terms.make(Narrow, {A->operand(0), B->operand(0)});
    }
    const auto *C = dyn_cast<Constant>(B);
    if (Equality && C) {
      const Term *Cut = Terms.constant(Width, C->value());
      if (Terms.cast(Extension, Cut, A->width()) == C)
        return Terms.make(O, {A->operand(0), Cut});
      return Terms.boolean(O == Op::Ne);
    }
  }
  return nullptr;
}

static const Term *simplifyComparison(TermContext &Terms, Op O, const Term *A,
                                      const Term *B) {
  bool IsEquality = O == Op::Eq || O == Op::Ne;
  if (A == B)
    return Terms.boolean(O == Op::Eq || O == Op::ULe || O == Op::SLe);
  if (const Constant *D = IsEquality ? distance(Terms, A, B) : nullptr)
    return Terms.boolean((D->value() == 0) == (O == Op::Eq));
  if (A->isBool()) { // a truth value compared with a constant
    bool WantsTrue =
        (O == Op::Eq && isValue(B, 1)) || (O == Op::Ne && isValue(B, 0));
    bool WantsFalse =
        (O == Op::Eq && isValue(B, 0)) || (O == Op::Ne && isValue(B, 1));
    if (WantsTrue)
      return A;
    if (WantsFalse)
      return Terms.logicalNot(A);
  }
  if (O == Op::ULt && isValue(B, 0))
    return Terms.no();
  if (O == Op::ULe && isValue(A, 0))
    return Terms.yes();
  // c == (x ? a : b) with constants a and b is x, !x or a constant
  if (IsEquality && isa<Constant>(B) && isOp(A, Op::Ite) &&
      isa<Constant>(A->operand(1)) && isa<Constant>(A->operand(2)))
    return Terms.ite(A->operand(0), Terms.make(O, {A->operand(1), B}),
                     Terms.make(O, {A->operand(2), B}));
  return compareNarrow(Terms, O, A, B);
}

static const Term *simplifyIte(TermContext &Terms, const Term *C,
                               const Term *Then, const Term *Else) {
  if (isa<Constant>(C))
    return isValue(C, 1) ? Then : Else;
  if (Then == Else)
    return Then;
  if (isOp(C, Op::Xor) && C->isBool() && isAllOnes(C->operand(1)))
    return Terms.ite(C->operand(0), Else, Then);
  if (Then->isBool()) {
    if (isValue(Then, 1))
      return Terms.logicalOr(C, Else);
    if (isValue(Then, 0))
      return Terms.logicalAnd(Terms.logicalNot(C), Else);
    if (isValue(Else, 0))
      return Terms.logicalAnd(C, Then);
    if (isValue(Else, 1))
      return Terms.logicalOr(Terms.logicalNot(C), Then);
  }
  return nullptr;
}

static const Term *simplifyCast(TermContext &Terms, Op O, unsigned Width,
                                const Term *A) {
  const auto *Inner = dyn_cast<Operation>(A);
  if (!Inner)
    return nullptr;
  if (O == Op::Trunc && (Inner->op() == Op::ZExt || Inner->op() == Op::SExt)) {
    const Term *X = Inner->operand(0);
    return X->width() >= Width ? Terms.cast(Op::Trunc, X, Width)
                               : Terms.cast(Inner->op(), X, Width);
  }
  if (O == Op::ZExt && Inner->op() == Op::ZExt)
    return Terms.cast(Op::ZExt, Inner->operand(0), Width);
  if (O == Op::SExt && (Inner->op() == Op::ZExt || Inner->op() == Op::SExt))
    return Terms.cast(Inner->op(), Inner->operand(0), Width);
  return nullptr;
}

const Term *simplify(TermContext &Terms, Op O, unsigned Width,
                     llvm::ArrayRef<const Term *> Operands, uint8_t Promises) {
  if (O == Op::Trunc && !Promises)
    if (const Term *Cut = cutSum(Terms, Operands[0], Width))
      return Cut;
  if (O == Op::ZExt || O == Op::SExt || O == Op::Trunc)
    return simplifyCast(Terms, O, Width, Operands[0]);
  if (O == Op::Ite)
    return simplifyIte(Terms, Operands[0], Operands[1], Operands[2]);
  const Term *A = Operands[0], *B = Operands[1];
  if (isCommutative(O)) {
    if (isa<Constant>(A))
      return Terms.make(O, {B, A}, Promises);
  }
  if (O == Op::Sub && !Promises)
    if (const Constant *D = distance(Terms, A, B))
      return D;
  if (O >= Op::Eq && O <= Op::SLe)
    return simplifyComparison(Terms, O, A, B);
  if (O == Op::And || O == Op::Or || O == Op::Xor)
    return simplifyBitwise(Terms, O, A, B);
  return simplifyArithmetic(Terms, O, A, B);
}

} // namespace racemap::map
