// IntegerArithmetic - the operators of the integer encoding.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/BitCount.h"
#include "passes/solve/IntegerEncoder.h"
#include "llvm/Support/MathExtras.h"

namespace racemap::solve {

using namespace map;
using llvm::dyn_cast;

z3::expr IntegerEncoder::operation(const Operation *T, Interpretation As) {
  if (wordCounted(T))
    return bitCount(T);
  switch (T->op()) {
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::Shl:
  case Op::Trunc:
    return arithmetic(T, As);
  case Op::UDiv:
  case Op::SDiv:
  case Op::URem:
  case Op::SRem:
  case Op::LShr:
  case Op::AShr:
    return division(T, As);
  case Op::And:
  case Op::Or:
  case Op::Xor:
    return bits(T, As);
  case Op::ZExt:
    return value(T->operand(0), Unsigned);
  case Op::SExt:
    return convert(value(T->operand(0), Signed), T, Signed, As);
  case Op::Ite:
    if (const Term *Always = alwaysLarger(T))
      return value(Always, As);
    return z3::ite(truth(T->operand(0)), value(T->operand(1), As),
                   value(T->operand(2), As));
  case Op::Eq:
  case Op::Ne:
  case Op::ULt:
  case Op::ULe:
  case Op::SLt:
  case Op::SLe:
    break;
  }
  llvm_unreachable("comparisons are truth values");
}

z3::expr IntegerEncoder::bitCount(const Operation *T) {
  z3::expr E = Z.int_const(("bits!" + std::to_string(T->id())).c_str());
  Side.push_back(E >= 0 && E <= number(T->width()));
  return E;
}

/// What T always is if it is a maximum, a < b ? b : a, of two numbers of which
/// one is never the larger; null otherwise.
const Term *IntegerEncoder::alwaysLarger(const Operation *T) {
  const auto *Less = dyn_cast<Operation>(T->operand(0));
  bool IsSigned = Less && (Less->op() == Op::SLt || Less->op() == Op::SLe);
  if (!IsSigned && !(Less && (Less->op() == Op::ULt || Less->op() == Op::ULe)))
    return nullptr;
  const Term *A = Less->operand(0), *B = Less->operand(1);
  if (T->operand(1) != B || T->operand(2) != A)
    return nullptr;
  Interval OfA = R.range(A, IsSigned), OfB = R.range(B, IsSigned);
  return OfA.High <= OfB.Low ? B : OfB.High <= OfA.Low ? A : nullptr;
}

/// The range of T before it is cut to its width.
Interval IntegerEncoder::exactRange(const Operation *T, Interpretation As) {
  if (T->op() != Op::Trunc)
    return R.exactRange(T, As == Signed);
  return R.range(T->operand(0), As == Signed);
}

std::optional<Interpretation>
IntegerEncoder::exactInterpretation(const Operation *T,
                                    Interpretation Preferred) {
  for (Interpretation Try :
       {Preferred, Preferred == Signed ? Unsigned : Signed})
    if (exactRange(T, Try).isWithin(numbers(T->width(), Try == Signed)) ||
        isPromised(T, Try))
      return Try;
  auto Product = R.boundedProduct(T);
  if (!Product)
    return std::nullopt;
  return Product->isWithin(signedNumbers(T->width())) ? Preferred : Unsigned;
}

bool IntegerEncoder::isPromised(const Operation *T, Interpretation As) const {
  return Certain.promises(T) & noWrap(As == Signed);
}

z3::expr IntegerEncoder::arithmetic(const Operation *T, Interpretation As) {
  std::optional<Interpretation> Exact = exactInterpretation(T, As);
  if (!Exact)
    return wrap(exact(T, As), T->width(), As);
  z3::expr E = exact(T, *Exact);
  if (isPromised(T, *Exact)) {
    Interval All = numbers(T->width(), *Exact == Signed);
    Side.push_back(E >= number(All.Low) && E <= number(All.High));
  }
  return convert(E, T, *Exact, As);
}

static bool isNumber(const Term *T) { return llvm::isa<Constant>(T); }

z3::expr IntegerEncoder::exact(const Operation *T, Interpretation As) {
  const Term *X = T->operand(0), *Y = T->operands().back();
  if (Groups && (T->op() == Op::Add || T->op() == Op::Sub)) {
    std::vector<Addend> All;
    addendsOf(X, As, false, All);
    addendsOf(Y, As, T->op() == Op::Sub, All);
    return sum(std::move(All), As);
  }
  switch (T->op()) {
  case Op::Add:
    return value(X, As) + value(Y, As);
  case Op::Sub:
    return value(X, As) - value(Y, As);
  case Op::Shl: {
    const auto *By = dyn_cast<Constant>(Y);
    if (!By)
      return fail();
    if (By->value() >= T->width())
      return Z.int_val(0);
    return value(X, As) * number(__int128(1) << By->value());
  }
  case Op::Trunc:
    return value(X, As);
  default:
    return product(T, As);
  }
}

/// The factors of a product, and of the products that it multiplies, as far as
/// they are exact.
void IntegerEncoder::factorsOf(const Term *T, Interpretation As,
                               std::vector<const Term *> &Factors) {
  const auto *O = dyn_cast<Operation>(T);
  if (!O || O->op() != Op::Mul || exactInterpretation(O, As) != As) {
    Factors.push_back(T);
    return;
  }
  for (const Term *X : O->operands())
    factorsOf(X, As, Factors);
}

/// Names come before what is made of them, so that two indices have the product
/// of the sizes as their common factor.
z3::expr IntegerEncoder::product(const Operation *T, Interpretation As) {
  std::vector<const Term *> All;
  for (const Term *X : T->operands())
    factorsOf(X, As, All);
  llvm::sort(All,
             [](const Term *A, const Term *B) { return A->id() < B->id(); });
  return multiply(All, As);
}

z3::expr IntegerEncoder::multiply(llvm::ArrayRef<const Term *> All,
                                  Interpretation As) {
  z3::expr Number = Z.int_val(1), Whole = Number;
  for (const Term *X : All) {
    z3::expr E = value(X, As);
    if (E.is_numeral())
      Number = Number * E;
    else
      Whole = Whole.is_numeral() ? E : Factors.multiply(Whole, E);
  }
  return (Number * Whole).simplify();
}

/// The addends of a sum, and of the sums in it, as far as they are exact.
void IntegerEncoder::addendsOf(const Term *T, Interpretation As,
                               bool IsNegative, std::vector<Addend> &All) {
  const auto *O = dyn_cast<Operation>(T);
  bool IsSum = O && (O->op() == Op::Add || O->op() == Op::Sub);
  if (!IsSum || exactInterpretation(O, As) != As) {
    All.push_back({{}, IsNegative});
    factorsOf(T, As, All.back().Factors);
    return;
  }
  addendsOf(T->operand(0), As, IsNegative, All);
  addendsOf(T->operand(1), As, IsNegative != (O->op() == Op::Sub), All);
}

/// The factor that most addends have comes in front of these.
z3::expr IntegerEncoder::sum(std::vector<Addend> All, Interpretation As) {
  const Term *Common = nullptr;
  long Most = 1;
  for (const Addend &A : All)
    for (const Term *F : A.Factors) {
      long Have = llvm::count_if(All, [&](const Addend &X) {
        return llvm::is_contained(X.Factors, F);
      });
      if (!isNumber(F) && Have > Most) {
        Common = F;
        Most = Have;
      }
    }
  z3::expr Sum = Z.int_val(0);
  if (!Common) {
    for (const Addend &A : All) {
      z3::expr E = multiply(A.Factors, As);
      Sum = A.IsNegative ? Sum - E : Sum + E;
    }
    return Sum.simplify();
  }
  HasGrouped = true;
  std::vector<Addend> With, Without;
  for (Addend &A : All) {
    auto Its = llvm::find(A.Factors, Common);
    bool HasIt = Its != A.Factors.end();
    if (HasIt)
      A.Factors.erase(Its);
    (HasIt ? With : Without).push_back(std::move(A));
  }
  z3::expr F = value(Common, As), Rest = sum(std::move(With), As);
  bool IsLinear = F.is_numeral() || Rest.is_numeral();
  z3::expr Product = IsLinear ? F * Rest : Factors.multiply(F, Rest);
  return Product + sum(std::move(Without), As);
}

/// A, which is Of, divided and rounded down.
z3::expr IntegerEncoder::floorOf(const Term *Of, const z3::expr &A,
                                 __int128 By) {
  __int128 Finer = Parts.finer(Of, By);
  return Finer == 1 ? A / number(By)
                    : floorOf(Of, A, Finer) / number(By / Finer);
}

z3::expr IntegerEncoder::division(const Operation *T, Interpretation As) {
  bool IsSigned =
      T->op() == Op::SDiv || T->op() == Op::SRem || T->op() == Op::AShr;
  bool IsRemainder = T->op() == Op::URem || T->op() == Op::SRem;
  bool Truncates = T->op() == Op::SDiv || T->op() == Op::SRem;
  Interpretation Own = IsSigned ? Signed : Unsigned;
  z3::expr A = value(T->operand(0), Own);
  if (auto D = knownDivisor(T)) {
    bool MayBeNegative = IsSigned && R.signedRange(T->operand(0)).Low < 0;
    z3::expr By = number(*D);
    // Z3 rounds down; C rounds towards zero.
    z3::expr Quotient = floorOf(T->operand(0), A, *D);
    if (Truncates && MayBeNegative)
      Quotient = z3::ite(A >= 0, Quotient, -((-A) / By));
    z3::expr E = IsRemainder ? A - Quotient * By : Quotient;
    return convert(E, T, Own, As);
  }
  if (T->op() == Op::LShr || T->op() == Op::AShr)
    return fail();
  return convert(quotient(T, Own, A, IsRemainder), T, Own, As);
}

/// A == Q * B + Remainder for the one quotient that fits. Where the divisor is
/// negative, both can be anything.
z3::expr IntegerEncoder::quotient(const Operation *T, Interpretation Own,
                                  const z3::expr &A, bool IsRemainder) {
  z3::expr B = value(T->operand(1), Own);
  auto Fresh = [&](const char *What) {
    std::string Name = What + std::to_string(T->operand(0)->id()) + "!" +
                       std::to_string(T->operand(1)->id());
    z3::expr E = Z.int_const((Name + (Own == Signed ? "s" : "u")).c_str());
    Interval All = numbers(T->width(), Own == Signed);
    Side.push_back(E >= number(All.Low) && E <= number(All.High));
    return E;
  };
  z3::expr Q = Fresh("quotient!"), Rest = Fresh("remainder!");
  z3::expr Rises = Q >= 0 && Q <= A && Rest >= 0 && Rest < B;
  z3::expr Falls = Q <= 0 && Q >= A && Rest <= 0 && Rest > -B;
  bool IsSigned = Own == Signed && R.signedRange(T->operand(0)).Low < 0;
  Side.push_back(z3::implies(
      B > 0, A == Factors.multiply(Q, B) + Rest &&
                 (IsSigned ? z3::ite(A >= 0, Rises, Falls) : Rises)));
  if (Own == Unsigned)
    Side.push_back(z3::implies(
        B == 0, Rest == A && Q == number(unsignedNumbers(T->width()).High)));
  return IsRemainder ? Rest : Q;
}

/// The number of zero bits at the end of every value of T.
static unsigned zeroBits(const Term *T) {
  unsigned Width = T->width();
  if (const auto *C = dyn_cast<Constant>(T))
    return C->value() ? llvm::countr_zero(C->value()) : Width;
  if (isOp(T, Op::Shl) && isNumber(T->operand(1))) {
    uint64_t By = llvm::cast<Constant>(T->operand(1))->value();
    return std::min<uint64_t>(Width, By + zeroBits(T->operand(0)));
  }
  if (isOp(T, Op::Mul))
    return std::min(Width, zeroBits(T->operand(0)) + zeroBits(T->operand(1)));
  if (isOp(T, Op::Add) || isOp(T, Op::Sub))
    return std::min(zeroBits(T->operand(0)), zeroBits(T->operand(1)));
  return 0;
}

z3::expr IntegerEncoder::bits(const Operation *T, Interpretation As) {
  const Term *X = T->operand(0), *Y = T->operand(1);
  unsigned Width = T->width();
  if (const auto *Mask = dyn_cast<Constant>(Y)) {
    uint64_t Ones = llvm::maskTrailingOnes<uint64_t>(Width);
    uint64_t M = Mask->value();
    z3::expr A = value(X, Unsigned);
    if (T->op() == Op::And && llvm::isMask_64(M))
      return convert(z3::mod(A, number(__int128(M) + 1)), T, Unsigned, As);
    if (T->op() == Op::And && llvm::isMask_64(~M & Ones))
      return convert(A - z3::mod(A, number(__int128(~M & Ones) + 1)), T,
                     Unsigned, As);
    if (T->op() == Op::And && llvm::isPowerOf2_64(M)) {
      z3::expr High = number(__int128(M) * 2), Bit = number(M);
      return convert(z3::ite(z3::mod(A, High) >= Bit, Bit, Z.int_val(0)), T,
                     Unsigned, As);
    }
    if (T->op() == Op::Xor && M == Ones)
      return convert(number(Ones) - A, T, Unsigned, As);
  }
  // Or and Xor of numbers without a common bit are their sum.
  auto Disjoint = [&](const Term *High, const Term *Low) {
    return R.unsignedRange(Low).High < __int128(1) << zeroBits(High);
  };
  if (T->op() != Op::And && (Disjoint(X, Y) || Disjoint(Y, X)))
    return convert(value(X, Unsigned) + value(Y, Unsigned), T, Unsigned, As);
  if (T->op() == Op::And && (Disjoint(X, Y) || Disjoint(Y, X)))
    return Z.int_val(0);
  return fail();
}

} // namespace racemap::solve
