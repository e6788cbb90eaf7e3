// Expression - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Expression.h"
#include "llvm/Support/MathExtras.h"

namespace racemap::map {

namespace {
class Elaboration {
public:
  Elaboration(TermContext &Terms, Cursor &Tokens)
      : Terms(Terms), Tokens(Tokens) {}
  const Term *run(const Expression &E, unsigned Width);

private:
  const Term *number(const Expression &E, unsigned Width);
  const Term *infix(const Expression &E, unsigned Width);
  const Term *complement(const Expression &E, unsigned Width);
  const Term *cast(const Expression &E);
  const Term *choice(const Expression &E, unsigned Width);
  const Term *fail(const Expression &E, const llvm::Twine &Message) {
    Tokens.fail(E.Where, Message);
    return nullptr;
  }

  TermContext &Terms;
  Cursor &Tokens;
};
} // namespace

const Term *Elaboration::run(const Expression &E, unsigned Width) {
  if (E.Width)
    Width = E.Width;
  switch (E.TheKind) {
  case Expression::Kind::Number:
    return number(E, Width);
  case Expression::Kind::Made:
    return E.Made;
  case Expression::Kind::Infix:
    return infix(E, Width);
  case Expression::Kind::Negation: {
    const Term *T = run(*E.Left, Width);
    return T ? Terms.sub(Terms.constant(T->width(), 0), T) : nullptr;
  }
  case Expression::Kind::Complement:
    return complement(E, Width);
  case Expression::Kind::Cast:
    return cast(E);
  case Expression::Kind::Choice:
    return choice(E, Width);
  }
  llvm_unreachable("all kinds are handled");
}

const Term *Elaboration::number(const Expression &E, unsigned Width) {
  if (!Width)
    return fail(E, "nothing here gives this number a width; write it with its "
                   "type, as in 5i32");
  uint64_t Limit = E.Negative ? uint64_t(1) << (Width - 1)
                              : llvm::maskTrailingOnes<uint64_t>(Width);
  if (E.Value > Limit)
    return fail(E, "this number does not fit " + llvm::Twine(Width) +
                       " bits; write a smaller one or widen the other operand");
  return Terms.constant(Width, E.Negative ? 0 - E.Value : E.Value);
}

static std::string bits(const Term *T) {
  return std::to_string(T->width()) + (T->width() == 1 ? " bit" : " bits");
}

const Term *Elaboration::infix(const Expression &E, unsigned Width) {
  Op O = E.TheOperator->TheOp;
  if (O >= Op::Eq && O <= Op::SLe)
    Width = 0; // that is the width of the result
  if (E.TheOperator->Logical)
    Width = 1;
  if (unsigned Known = E.Left->Width ? E.Left->Width : E.Right->Width)
    Width = Known;
  const Term *A = run(*E.Left, Width);
  const Term *B = A ? run(*E.Right, Width) : nullptr;
  if (!B)
    return nullptr;
  llvm::StringRef Spelling = E.TheOperator->Spelling;
  if (E.TheOperator->Logical && (!A->isBool() || !B->isBool()))
    return fail(E, "'" + Spelling + "' combines conditions, but here are " +
                       bits(A) + " and " + bits(B) +
                       "; compare with 0 or use '" + Spelling.take_front(1) +
                       "'");
  if (A->width() != B->width())
    return fail(E, "the operands of '" + Spelling + "' have " + bits(A) +
                       " and " + bits(B) +
                       "; widen one, as in i64(x) or u64(x)");
  if (E.TheOperator->Swapped)
    std::swap(A, B);
  return Terms.make(O, {A, B}, E.TheOperator->Promises);
}

const Term *Elaboration::complement(const Expression &E, unsigned Width) {
  bool Logical = E.Where.is("!");
  const Term *T = run(*E.Left, Logical && !Width ? 1 : Width);
  if (!T)
    return nullptr;
  if (Logical && !T->isBool())
    return fail(E, "'!' negates a condition, but here are " + bits(T) +
                       "; write x == 0, or ~x for all bits");
  return Terms.make(Op::Xor, {T, Terms.constant(T->width(), ~uint64_t(0))});
}

const Term *Elaboration::cast(const Expression &E) {
  const Term *T = run(*E.Left, E.Width);
  if (!T)
    return nullptr;
  if (E.Promises && T->width() <= E.Width)
    return fail(E, "'!' promises that a value fits fewer bits, but this has " +
                       bits(T) + " already; leave it out");
  if (E.Width < T->width())
    return Terms.cast(Op::Trunc, T, E.Width, E.Promises);
  return Terms.cast(E.Signed ? Op::SExt : Op::ZExt, T, E.Width);
}

const Term *Elaboration::choice(const Expression &E, unsigned Width) {
  const Term *C = run(*E.Condition, 1);
  const Term *A = C ? run(*E.Left, Width) : nullptr;
  const Term *B = A ? run(*E.Right, Width) : nullptr;
  if (!B)
    return nullptr;
  if (!C->isBool())
    return fail(E, "what stands before '?' must be a condition, but has " +
                       bits(C) + "; compare it with 0");
  if (A->width() != B->width())
    return fail(E, "the two values of '?' have " + bits(A) + " and " + bits(B) +
                       "; widen one, as in i64(x) or u64(x)");
  return Terms.ite(C, A, B);
}

const Term *elaborate(const Expression &E, unsigned Width, TermContext &Terms,
                      Cursor &Tokens) {
  return Elaboration(Terms, Tokens).run(E, Width);
}

} // namespace racemap::map
