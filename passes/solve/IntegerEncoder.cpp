// IntegerEncoder - names, comparisons, and the choice of a interpretation.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/IntegerEncoder.h"

namespace racemap::solve {

using namespace map;
using llvm::dyn_cast;

z3::expr IntegerEncoder::number(__int128 V) {
  bool Negative = V < 0;
  unsigned __int128 Rest = Negative ? -static_cast<unsigned __int128>(V) : V;
  std::string Digits;
  do {
    Digits.insert(Digits.begin(), char('0' + int(Rest % 10)));
    Rest /= 10;
  } while (Rest);
  return Z.int_val((Negative ? "-" + Digits : Digits).c_str());
}

z3::expr IntegerEncoder::fail() {
  Failed = true;
  return Z.int_val(0);
}

bool IntegerEncoder::isSameInBothInterpretations(const Term *T) {
  return R.unsignedRange(T).High <= signedNumbers(T->width()).High;
}

z3::expr IntegerEncoder::convert(const z3::expr &E, const Term *T,
                                 Interpretation From, Interpretation To) {
  if (From == To || isSameInBothInterpretations(T))
    return E;
  z3::expr Full = number(__int128(1) << T->width());
  if (To == Unsigned)
    return z3::ite(E < 0, E + Full, E);
  return z3::ite(E > number(signedNumbers(T->width()).High), E - Full, E);
}

z3::expr IntegerEncoder::wrap(const z3::expr &E, unsigned Width,
                              Interpretation As) {
  z3::expr Full = number(__int128(1) << Width);
  if (As == Unsigned)
    return z3::mod(E, Full);
  z3::expr Half = number(__int128(1) << (Width - 1));
  return z3::mod(E + Half, Full) - Half;
}

z3::expr IntegerEncoder::value(const Term *T, Interpretation As) {
  if (isSameInBothInterpretations(T))
    As = Unsigned;
  auto Key = std::pair(T, static_cast<unsigned>(As));
  if (auto Found = Index.find(Key); Found != Index.end())
    return Done[Found->second];
  z3::expr E = computeValue(T, As);
  if (llvm::isa<Operation>(T) && R.isLearned(T)) {
    Interval I = R.range(T, As == Signed);
    Side.push_back(E >= number(I.Low) && E <= number(I.High));
  }
  Index[Key] = Done.size();
  Done.push_back(E);
  return E;
}

z3::expr IntegerEncoder::computeValue(const Term *T, Interpretation As) {
  if (const auto *C = dyn_cast<Constant>(T))
    return number(As == Signed ? C->signedValue() : __int128(C->value()));
  if (T->isBool())
    return z3::ite(truth(T), Z.int_val(As == Signed ? -1 : 1), Z.int_val(0));
  if (const auto *O = dyn_cast<Operation>(T))
    return operation(O, As);
  return convert(leaf(T), T, Preferred.of(T), As);
}

static z3::sort integers(z3::context &Z, unsigned Width) {
  return Width == 1 ? Z.bool_sort() : Z.int_sort();
}

z3::expr IntegerEncoder::leaf(const Term *T) {
  auto Key = std::pair(T, 2u);
  if (auto Found = Index.find(Key); Found != Index.end())
    return Done[Found->second];
  z3::expr E(Z);
  if (const auto *U = dyn_cast<Unknown>(T)) {
    z3::expr_vector Operands(Z);
    for (const Term *X : T->operands())
      Operands.push_back(X->isBool() ? truth(X) : value(X, Signed));
    E = applyUnknown(U, Operands, integers, Z);
  } else {
    E = Z.constant(symbolOf(T).c_str(), integers(Z, T->width()));
  }
  if (!T->isBool()) {
    Interval I = R.range(T, Preferred.of(T) == Signed);
    Side.push_back(E >= number(I.Low));
    Side.push_back(E <= number(I.High));
  }
  Index[Key] = Done.size();
  Done.push_back(E);
  return E;
}

z3::expr IntegerEncoder::truth(const Term *T) {
  auto Key = std::pair(T, 3u);
  if (auto Found = Index.find(Key); Found != Index.end())
    return Done[Found->second];
  z3::expr E = computeTruth(T);
  Index[Key] = Done.size();
  Done.push_back(E);
  return E;
}

z3::expr IntegerEncoder::computeTruth(const Term *T) {
  if (const auto *C = dyn_cast<Constant>(T))
    return Z.bool_val(C->value() != 0);
  const auto *O = dyn_cast<Operation>(T);
  if (!O)
    return leaf(T);
  switch (O->op()) {
  case Op::And:
    return truth(O->operand(0)) && truth(O->operand(1));
  case Op::Or:
    return truth(O->operand(0)) || truth(O->operand(1));
  case Op::Xor:
    if (const auto *C = dyn_cast<Constant>(O->operand(1)); C && C->value())
      return !truth(O->operand(0));
    return truth(O->operand(0)) != truth(O->operand(1));
  case Op::Ite:
    return z3::ite(truth(O->operand(0)), truth(O->operand(1)),
                   truth(O->operand(2)));
  case Op::Eq:
  case Op::Ne:
  case Op::ULt:
  case Op::ULe:
  case Op::SLt:
  case Op::SLe:
    return compare(O);
  case Op::Trunc:
    return z3::mod(value(O->operand(0), Unsigned), Z.int_val(2)) == 1;
  default: // arithmetic on single bits
    fail();
    return Z.bool_val(true);
  }
}

z3::expr IntegerEncoder::compare(const Operation *T) {
  const Term *X = T->operand(0), *Y = T->operand(1);
  bool IsEquality = T->op() == Op::Eq || T->op() == Op::Ne;
  if (X->isBool()) {
    if (!IsEquality)
      fail();
    z3::expr Same = truth(X) == truth(Y);
    return T->op() == Op::Eq ? Same : !Same;
  }
  bool IsUnsigned = T->op() == Op::ULt || T->op() == Op::ULe;
  Interpretation As = IsUnsigned ? Unsigned : Signed;
  z3::expr A = value(X, As), B = value(Y, As);
  switch (T->op()) {
  case Op::Eq:
    return A == B;
  case Op::Ne:
    return A != B;
  case Op::ULt:
  case Op::SLt:
    return A < B;
  default:
    return A <= B;
  }
}

std::optional<uint64_t> IntegerEncoder::read(const Term *T,
                                             const z3::model &M) {
  auto Found = Index.find(std::pair(T, 2u));
  if (Found == Index.end()) // a truth-valued name
    Found = Index.find(std::pair(T, 3u));
  if (Found == Index.end())
    return std::nullopt;
  z3::expr V = M.eval(Done[Found->second], true);
  if (T->isBool())
    return V.is_true();
  int64_t Number = 0;
  if (V.is_numeral_i64(Number))
    return static_cast<uint64_t>(Number);
  if (uint64_t Large = 0; V.is_numeral_u64(Large))
    return Large;
  return std::nullopt;
}

} // namespace racemap::solve
