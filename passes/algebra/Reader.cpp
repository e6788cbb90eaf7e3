// Reader - facts and operators. Bits.cpp has masks and exclusive or.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/algebra/Reader.h"

namespace racemap::algebra {

using namespace map;
using llvm::dyn_cast;

static constexpr unsigned MostDepth = 200, MostRead = 1500;

static const Form One = Form::constant(1);

/// Is T = number what it says?
static bool isNumber(const Term *T) {
  return isOp(T, Op::Eq) && llvm::isa<Constant>(T->operand(1)) &&
         !T->operand(0)->isBool();
}

Problem Reader::read() {
  // What divides a name without a remainder is known before it is divided.
  for (bool AreNumbers : {true, false})
    for (const Term *T : Conjuncts)
      if (isNumber(T) == AreNumbers)
        collect(T, true, P.Said);
  // Where a term was needed in both interpretations: they differ by 2^width
  // or by nothing.
  for (auto [Key, Signed] : Interpreted)
    if (auto Its = Atoms.find({Key, 0}); Its != Atoms.end()) {
      AtomId IsNegative = Parts.newAtom({0, 1}, Rank::Value);
      Form Zero = Form::atom(Its->second) - Form::atom(Signed);
      P.Divisions.push_back(
          Zero.add(Form::atom(IsNegative), -(Int(1) << Key->width())));
    }
  return std::move(P);
}

/// A case that says nothing makes a clause that says nothing.
static void addClause(Clause Either, Case &To) {
  if (llvm::none_of(Either, [](const Case &C) {
        return C.Facts.empty() && C.Clauses.empty();
      }))
    To.Clauses.push_back(std::move(Either));
}

/// Conditions share their parts, cases do not: what would be too many is left
/// out, and fewer facts refute less.
void Reader::collect(const Term *T, bool Wanted, Case &To) {
  if (++Read > MostRead)
    return;
  const auto *O = dyn_cast<Operation>(T);
  if (const auto *C = dyn_cast<Constant>(T)) {
    if ((C->value() != 0) != Wanted)
      To.Facts.push_back({Fact::Kind::NotZero, Form()});
    return;
  }
  switch (O ? O->op() : Op::Add) {
  case Op::And:
  case Op::Or:
    if ((O->op() == Op::And) != Wanted)
      return either(O->operand(0), Wanted, O->operand(1), Wanted, To);
    collect(O->operand(0), Wanted, To);
    return collect(O->operand(1), Wanted, To);
  case Op::Xor:
    return sameTruth(O->operand(0), O->operand(1), !Wanted, To);
  case Op::Eq:
  case Op::Ne:
    if (O->operand(0)->isBool())
      return sameTruth(O->operand(0), O->operand(1),
                       (O->op() == Op::Eq) == Wanted, To);
    return compare(O, Wanted, To);
  case Op::ULt:
  case Op::ULe:
  case Op::SLt:
  case Op::SLe:
    return compare(O, Wanted, To);
  case Op::Ite:
    return choose(O, Wanted, To);
  default:
    To.Facts.push_back(
        {Fact::Kind::Zero, of(T, false) - Form::constant(Wanted)});
    return;
  }
}

void Reader::choose(const Operation *T, bool Wanted, Case &To) {
  Clause Either;
  for (bool Holds : {true, false}) {
    Case C;
    collect(T->operand(0), Holds, C);
    collect(T->operand(Holds ? 1 : 2), Wanted, C);
    Either.push_back(std::move(C));
  }
  addClause(std::move(Either), To);
}

void Reader::either(const Term *A, bool WantA, const Term *B, bool WantB,
                    Case &To) {
  Clause Either;
  auto Add = [&](const Term *X, bool Wanted) {
    Case C;
    collect(X, Wanted, C);
    // (a or b) or c has three cases.
    if (C.Facts.empty() && C.Clauses.size() == 1)
      llvm::append_range(Either, C.Clauses.front());
    else
      Either.push_back(std::move(C));
  };
  Add(A, WantA);
  Add(B, WantB);
  addClause(std::move(Either), To);
}

void Reader::sameTruth(const Term *A, const Term *B, bool Same, Case &To) {
  if (const auto *C = dyn_cast<Constant>(B))
    return collect(A, (C->value() != 0) == Same, To);
  Clause Either;
  for (bool Value : {true, false}) {
    Case C;
    collect(A, Value, C);
    collect(B, Value == Same, C);
    Either.push_back(std::move(C));
  }
  addClause(std::move(Either), To);
}

/// The divisor, if it is a positive number.
static std::optional<Int> divisor(const Operation *T) {
  const auto *C = dyn_cast<Constant>(T->operand(1));
  if (!C)
    return std::nullopt;
  if (T->op() == Op::LShr || T->op() == Op::AShr)
    return C->value() < T->width() ? std::optional(Int(1) << C->value())
                                   : std::nullopt;
  bool Signed = T->op() == Op::SDiv || T->op() == Op::SRem;
  Int By = Signed ? Int(C->signedValue()) : Int(C->value());
  return By > 0 ? std::optional(By) : std::nullopt;
}

void Reader::compare(const Operation *T, bool Wanted, Case &To) {
  const Term *A = T->operand(0), *B = T->operand(1);
  if (T->op() == Op::Eq || T->op() == Op::Ne) {
    bool Same = (T->op() == Op::Eq) == Wanted;
    auto Kind = Same ? Fact::Kind::Zero : Fact::Kind::NotZero;
    std::optional<Form> Rest = comparedRest(A, B);
    Form Difference = Rest ? *Rest : of(A, false) - of(B, false);
    To.Facts.push_back({Kind, Difference});
    if (Same && &To == &P.Said)
      Parts.learnZero(Difference);
    if (isSame(A) && isSame(B))
      return;
    Form Other = of(A, true) - of(B, true);
    if (!(Other == Difference))
      To.Facts.push_back({Kind, Other});
    return;
  }
  bool Signed = T->op() == Op::SLt || T->op() == Op::SLe;
  bool Strict = T->op() == Op::SLt || T->op() == Op::ULt;
  Form X = of(A, Signed), Y = of(B, Signed);
  Form Least = Wanted ? Y - X : X - Y;
  if (Strict == Wanted)
    Least.add(One, -1);
  To.Facts.push_back({Fact::Kind::AtLeastZero, Least});
  if (&To == &P.Said)
    Parts.learn(Least);
}

Form Reader::of(const Term *T, bool Signed) {
  Signed &= !isSame(T);
  auto Key = std::pair(T, unsigned(Signed));
  if (auto Its = Known.find(Key); Its != Known.end())
    return Its->second;
  if (Depth > MostDepth)
    return atom(T, Signed);
  ++Depth;
  Form F = compute(T, Signed);
  --Depth;
  if (F.isBroken())
    F = atom(T, Signed);
  Known[Key] = F;
  return F;
}

Form Reader::compute(const Term *T, bool Signed) {
  if (const auto *C = dyn_cast<Constant>(T))
    return Form::constant(Signed ? Int(C->signedValue()) : Int(C->value()));
  const auto *O = dyn_cast<Operation>(T);
  if (!O)
    return atom(T, Signed);
  const Term *X = O->operand(0);
  switch (O->op()) {
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::Shl:
  case Op::Trunc:
    return arithmetic(O, Signed);
  case Op::UDiv:
  case Op::SDiv:
  case Op::URem:
  case Op::SRem:
  case Op::LShr:
  case Op::AShr:
    return division(O, Signed);
  case Op::And:
  case Op::Or:
  case Op::Xor:
    return bits(O, Signed);
  case Op::ZExt:
    return of(X, false);
  case Op::SExt:
    if (X->isBool() || (!Signed && !isSame(X)))
      return atom(T, Signed);
    return of(X, true);
  case Op::Ite:
    return choice(O, Signed);
  case Op::Eq:
  case Op::Ne:
  case Op::ULt:
  case Op::ULe:
  case Op::SLt:
  case Op::SLe:
    return truth(T);
  }
  llvm_unreachable("all operators are handled");
}

bool Reader::isExact(const Operation *T, bool Signed) {
  Interval All = numbers(T->width(), Signed);
  if (Promises(T) & noWrap(Signed))
    return true;
  if (T->op() == Op::Trunc)
    return R.range(T->operand(0), Signed).isWithin(All);
  return R.exactRange(T, Signed).isWithin(All);
}

/// The exact result, from operands in one interpretation.
Form Reader::exact(const Operation *T, bool Signed) {
  const Term *X = T->operand(0), *Y = T->operands().back();
  switch (T->op()) {
  case Op::Add:
    return of(X, Signed) + of(Y, Signed);
  case Op::Sub:
    return of(X, Signed) - of(Y, Signed);
  case Op::Mul:
    return of(X, Signed) * of(Y, Signed);
  case Op::Trunc:
    return of(X, Signed);
  default: {
    const auto *By = dyn_cast<Constant>(Y);
    if (!By)
      return atom(T, Signed);
    return By->value() >= T->width()
               ? Form()
               : of(X, Signed).scaled(Int(1) << By->value());
  }
  }
}

Form Reader::arithmetic(const Operation *T, bool Signed) {
  bool IsShiftByTerm =
      T->op() == Op::Shl && !llvm::isa<Constant>(T->operand(1));
  if (IsShiftByTerm)
    return atom(T, Signed);
  // Where the number is the same in both interpretations, each will do.
  for (bool Try : {Signed, !Signed})
    if ((Try == Signed || isSame(T)) && isExact(T, Try))
      return exact(T, Try);
  if (auto Product = R.boundedProduct(T);
      Product && Product->isWithin(numbers(T->width(), Signed)))
    return exact(T, Signed);
  unsigned Width = T->width();
  Int Half = Signed ? Int(1) << (Width - 1) : 0;
  auto D =
      Parts.divide(exact(T, Signed) + Form::constant(Half), Int(1) << Width);
  return D ? D->Remainder - Form::constant(Half) : atom(T, Signed);
}

/// Where T is x % c and is compared with 0: x - c * floor(x / c), which is 0
/// with it, however T rounds.
std::optional<Form> Reader::comparedRest(const Term *T, const Term *With) {
  const auto *Zero = dyn_cast<Constant>(With);
  if (!isOp(T, Op::SRem) || !Zero || Zero->value() != 0)
    return std::nullopt;
  auto By = divisor(cast<Operation>(T));
  auto D = By ? Parts.divide(of(T->operand(0), true), *By) : std::nullopt;
  return D ? std::optional(D->Remainder) : std::nullopt;
}

Form Reader::division(const Operation *T, bool Signed) {
  const Term *X = T->operand(0);
  bool Own = T->op() == Op::SDiv || T->op() == Op::SRem || T->op() == Op::AShr;
  bool Truncates = T->op() == Op::SDiv || T->op() == Op::SRem;
  bool IsRemainder = T->op() == Op::URem || T->op() == Op::SRem;
  bool Rounds = Truncates && R.signedRange(X).Low < 0; // not downwards
  if (Rounds || (Signed != Own && !isSame(T)))
    return atom(T, Signed);
  bool IsShift = T->op() == Op::LShr || T->op() == Op::AShr;
  std::optional<Divided> D;
  if (auto By = divisor(T))
    D = Parts.divide(of(X, Own), *By);
  else if (!IsShift)
    D = divideByTerm(X, T->operand(1), Own);
  if (!D)
    return atom(T, Signed);
  return IsRemainder ? D->Remainder : D->Quotient;
}

std::optional<Divided> Reader::divideByTerm(const Term *X, const Term *D,
                                            bool Signed) {
  Bounds OfX = rangeOf(X, Signed), OfD = rangeOf(D, Signed);
  if (OfX.Low < 0 || OfD.Low < 1)
    return std::nullopt;
  auto Key = std::pair(X, D);
  auto Its = ByTerm.find(Key);
  if (Its == ByTerm.end()) {
    Form Dividend = of(X, Signed), Divisor = of(D, Signed);
    auto Divided = Parts.divideBy(Dividend, OfX, Divisor, OfD);
    if (!Divided)
      return std::nullopt;
    Its = ByTerm.insert({Key, std::move(*Divided)}).first;
  }
  return Divided{Parts.current(Its->second.Quotient),
                 Parts.current(Its->second.Remainder)};
}

Form Reader::choice(const Operation *T, bool Signed) {
  if (T->isBool())
    return truth(T);
  const Term *If = T->operand(0);
  if (R.isAlwaysTrue(If) || R.isAlwaysFalse(If))
    return of(T->operand(R.isAlwaysTrue(If) ? 1 : 2), Signed);
  Form Value = atom(T, Signed);
  Clause Either;
  for (bool Holds : {true, false}) {
    Case C;
    collect(If, Holds, C);
    C.Facts.push_back(
        {Fact::Kind::Zero, Value - of(T->operand(Holds ? 1 : 2), Signed)});
    Either.push_back(std::move(C));
  }
  addClause(std::move(Either), P.Said);
  return Value;
}

/// 1 if T, which is made of truths or compares, holds, else 0.
Form Reader::truth(const Term *T) {
  Form Value = atom(T, false);
  Clause Either;
  for (bool Holds : {true, false}) {
    Case C;
    collect(T, Holds, C);
    C.Facts.push_back({Fact::Kind::Zero, Value - Form::constant(Holds)});
    Either.push_back(std::move(C));
  }
  addClause(std::move(Either), P.Said);
  return Value;
}

static Rank rankOf(const Term *T) {
  const auto *V = dyn_cast<Variable>(T);
  if (!V)
    return Rank::Value;
  switch (V->role()) {
  case Variable::Role::Loop:
    return Rank::Loop;
  case Variable::Role::Parameter:
    return Rank::Parameter;
  case Variable::Role::Builtin:
    return V->isIndex() ? Rank::Index : Rank::Dimension;
  }
  llvm_unreachable("all roles are handled");
}

Form Reader::atom(const Term *T, bool Signed) {
  Signed &= !isSame(T);
  auto [Its, IsNew] = Atoms.try_emplace({T, unsigned(Signed)}, 0);
  if (!IsNew)
    return Form::atom(Its->second);
  AtomId A = Its->second = Parts.newAtom(rangeOf(T, Signed), rankOf(T));
  if (Signed)
    Interpreted.push_back({T, A});
  if (const auto *U = dyn_cast<Unknown>(T); U && !U->operands().empty()) {
    Call C{Form::atom(A), 2 * functionOf(U) + Signed, {}};
    for (const Term *X : U->operands())
      C.Operands.push_back(of(X, false));
    P.Calls.push_back(std::move(C));
  }
  return Form::atom(A);
}

unsigned Reader::functionOf(const Unknown *U) {
  auto IsSame = [&](const Unknown *O) {
    return O->cause() == U->cause() && O->name() == U->name() &&
           O->array() == U->array() && O->width() == U->width() &&
           O->copy() == U->copy() &&
           llvm::equal(O->operands(), U->operands(),
                       [](const Term *X, const Term *Y) {
                         return X->width() == Y->width();
                       });
  };
  auto *Its = llvm::find_if(Functions, IsSame);
  if (Its == Functions.end()) {
    Functions.push_back(U);
    return Functions.size() - 1;
  }
  return Its - Functions.begin();
}

} // namespace racemap::algebra
