// BitVectorEncoder - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/BitVectorEncoder.h"

namespace racemap::solve {

using namespace map;

static z3::sort sortOf(z3::context &Z, unsigned Width) {
  return Width == 1 ? Z.bool_sort() : Z.bv_sort(Width);
}

z3::expr BitVectorEncoder::encode(const Term *T) {
  if (auto Found = Index.find(T); Found != Index.end())
    return Done[Found->second];
  z3::expr E = compute(T);
  Index[T] = Done.size();
  Done.push_back(E);
  return E;
}

z3::expr BitVectorEncoder::vector(const Term *T) {
  z3::expr E = encode(T);
  return T->isBool() ? z3::ite(E, Z.bv_val(1, 1), Z.bv_val(0, 1)) : E;
}

z3::expr BitVectorEncoder::compute(const Term *T) {
  if (const auto *C = llvm::dyn_cast<Constant>(T))
    return T->isBool() ? Z.bool_val(C->value() != 0)
                       : Z.bv_val(C->value(), T->width());
  if (const auto *O = llvm::dyn_cast<Operation>(T))
    return operation(O);
  return leaf(T);
}

z3::expr BitVectorEncoder::leaf(const Term *T) {
  if (const auto *U = llvm::dyn_cast<Unknown>(T)) {
    z3::expr_vector Operands(Z);
    for (const Term *X : T->operands())
      Operands.push_back(encode(X));
    return applyUnknown(U, Operands, sortOf, Z);
  }
  z3::expr E = Z.constant(symbolOf(T).c_str(), sortOf(Z, T->width()));
  Interval I = R.unsignedRange(T);
  if (!T->isBool() && I.Low > 0)
    Side.push_back(z3::uge(E, Z.bv_val(uint64_t(I.Low), T->width())));
  if (!T->isBool() && I.High < unsignedNumbers(T->width()).High)
    Side.push_back(z3::ule(E, Z.bv_val(uint64_t(I.High), T->width())));
  return E;
}

static z3::expr raw(z3::context &Z, Z3_ast A) { return z3::expr(Z, A); }

void BitVectorEncoder::keepPromises(const Operation *T, const z3::expr &A,
                                    const z3::expr &B) {
  for (bool Signed : {false, true}) {
    if (!(Certain.promises(T) & noWrap(Signed)))
      continue;
    Interval All = numbers(T->width(), Signed);
    if (T->op() == Op::Shl) {
      z3::expr Back =
          Signed ? z3::ashr(z3::shl(A, B), B) : z3::lshr(z3::shl(A, B), B);
      Side.push_back(Back == A);
      continue;
    }
    if (R.exactRange(T, Signed).isWithin(All))
      continue;
    switch (T->op()) {
    case Op::Add:
      Side.push_back(raw(Z, Z3_mk_bvadd_no_overflow(Z, A, B, Signed)) &&
                     (Signed ? raw(Z, Z3_mk_bvadd_no_underflow(Z, A, B))
                             : Z.bool_val(true)));
      break;
    case Op::Sub:
      Side.push_back(raw(Z, Z3_mk_bvsub_no_underflow(Z, A, B, Signed)) &&
                     (Signed ? raw(Z, Z3_mk_bvsub_no_overflow(Z, A, B))
                             : Z.bool_val(true)));
      break;
    case Op::Mul:
      Side.push_back(raw(Z, Z3_mk_bvmul_no_overflow(Z, A, B, Signed)) &&
                     (Signed ? raw(Z, Z3_mk_bvmul_no_underflow(Z, A, B))
                             : Z.bool_val(true)));
      break;
    default:
      llvm_unreachable("this operator makes no promises");
    }
  }
}

z3::expr BitVectorEncoder::logical(const Operation *T) {
  z3::expr A = encode(T->operand(0)), B = encode(T->operand(1));
  switch (T->op()) {
  case Op::And:
    return A && B;
  case Op::Or:
    return A || B;
  case Op::Xor:
  case Op::Ne:
    return A != B;
  case Op::Eq:
    return A == B;
  default:
    llvm_unreachable("truth values have no other operators");
  }
}

static bool isLogical(const Operation *T) {
  switch (T->op()) {
  case Op::And:
  case Op::Or:
  case Op::Xor:
  case Op::Eq:
  case Op::Ne:
    return T->operand(0)->isBool();
  default:
    return false;
  }
}

z3::expr BitVectorEncoder::convert(const Operation *T) {
  const Term *X = T->operand(0);
  z3::expr A = vector(X);
  if (T->op() == Op::ZExt)
    return z3::zext(A, T->width() - X->width());
  if (T->op() == Op::SExt)
    return z3::sext(A, T->width() - X->width());
  z3::expr Cut = A.extract(T->width() - 1, 0);
  if (T->promises() && Certain.contains(T)) {
    unsigned By = X->width() - T->width();
    if (T->promises() & NoSignedWrap)
      Side.push_back(z3::sext(Cut, By) == A);
    if (T->promises() & NoUnsignedWrap)
      Side.push_back(z3::zext(Cut, By) == A);
  }
  return T->isBool() ? Cut == Z.bv_val(1, 1) : Cut;
}

z3::expr BitVectorEncoder::operation(const Operation *T) {
  if (T->op() == Op::ZExt || T->op() == Op::SExt || T->op() == Op::Trunc)
    return convert(T);
  if (T->op() == Op::Ite)
    return z3::ite(encode(T->operand(0)), encode(T->operand(1)),
                   encode(T->operand(2)));
  if (isLogical(T))
    return logical(T);
  z3::expr A = vector(T->operand(0)), B = vector(T->operand(1));
  keepPromises(T, A, B);
  auto Whole = [&](const z3::expr &E) {
    return T->isBool() && E.is_bv() ? E == Z.bv_val(1, 1) : E;
  };
  switch (T->op()) {
  case Op::Add:
    return Whole(A + B);
  case Op::Sub:
    return Whole(A - B);
  case Op::Mul:
    return Whole(A * B);
  case Op::UDiv:
    return Whole(z3::udiv(A, B));
  case Op::SDiv:
    return Whole(A / B);
  case Op::URem:
    return Whole(z3::urem(A, B));
  case Op::SRem:
    return Whole(z3::srem(A, B));
  case Op::Shl:
    return Whole(z3::shl(A, B));
  case Op::LShr:
    return Whole(z3::lshr(A, B));
  case Op::AShr:
    return Whole(z3::ashr(A, B));
  case Op::And:
    return A & B;
  case Op::Or:
    return A | B;
  case Op::Xor:
    return A ^ B;
  case Op::Eq:
    return A == B;
  case Op::Ne:
    return A != B;
  case Op::ULt:
    return z3::ult(A, B);
  case Op::ULe:
    return z3::ule(A, B);
  case Op::SLt:
    return A < B;
  case Op::SLe:
    return A <= B;
  case Op::ZExt:
  case Op::SExt:
  case Op::Trunc:
  case Op::Ite:
    break;
  }
  llvm_unreachable("handled above");
}

std::optional<uint64_t> BitVectorEncoder::read(const Term *T,
                                               const z3::model &M) {
  auto Found = Index.find(T);
  if (Found == Index.end())
    return std::nullopt;
  z3::expr V = M.eval(Done[Found->second], true);
  if (T->isBool())
    return V.is_true();
  uint64_t Value = 0;
  return V.is_numeral_u64(Value) ? std::optional(Value) : std::nullopt;
}

} // namespace racemap::solve
