// CTerms - the part of TermParser that is about terms written as in C.
//
// Numbers have suffixes, "(size_t)n", "int(n)" and "static_cast<int>(n)" are
// casts, operands of two widths get the greater one, and division, remainder,
// shifts to the right and comparisons are unsigned where C's are. In one thing
// this is not C: where the name of something unsigned meets something signed,
// both are read as signed numbers, as whoever compares a size with
// gridDim.x * blockDim.x means it; "u" suffixes and casts say otherwise.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/TermParser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace racemap::map {

using Sign = Expression::Sign;

static bool isUnsigned(Sign S) {
  return S == Sign::Unsigned || S == Sign::SaidUnsigned;
}

/// What one word adds to a type; nothing if it is none of a type.
static std::optional<CType> typeWord(llvm::StringRef Word) {
  static constexpr std::pair<llvm::StringLiteral, CType> Known[] = {
      {"int", {32, false}},     {"signed", {32, false}},
      {"int32_t", {32, false}}, {"unsigned", {32, true}},
      {"uint", {32, true}},     {"uint32_t", {32, true}},
      {"long", {64, false}},    {"int64_t", {64, false}},
      {"size_t", {64, true}},   {"ptrdiff_t", {64, false}},
      {"ssize_t", {64, false}}, {"uint64_t", {64, true}},
      {"short", {16, false}},   {"int16_t", {16, false}},
      {"ushort", {16, true}},   {"uint16_t", {16, true}},
      {"char", {8, false}},     {"int8_t", {8, false}},
      {"uchar", {8, true}},     {"uint8_t", {8, true}}};
  const auto *Found =
      llvm::find_if(Known, [&](const auto &K) { return K.first == Word; });
  if (Found == std::end(Known))
    return std::nullopt;
  return Found->second;
}

/// The type whose words begin Ahead tokens from here; Ahead is behind it then.
/// "int" and "unsigned" say nothing of the width beside "long" and kin.
std::optional<CType> TermParser::cType(size_t &Ahead) const {
  std::optional<CType> Whole;
  while (true) {
    llvm::StringRef Word = Tokens.peek(Ahead).Text;
    auto Part = typeWord(Word);
    if (!Part || Names.Values.contains(Word))
      return Whole;
    if (!Whole)
      Whole = Part;
    else if (Part->Width != 32)
      Whole->Width = Part->Width;
    Whole->IsUnsigned |= Part->IsUnsigned;
    Ahead += Tokens.peek(Ahead + 1).is("::") ? 2 : 1;
  }
}

/// "5u", "0x10ull": what the MAP language has no number for.
const Expression *TermParser::cNumber() {
  Token T = Tokens.peek();
  bool IsHex = T.Text.starts_with_insensitive("0x");
  llvm::StringRef Digits = T.Text.drop_front(IsHex ? 2 : 0);
  llvm::StringRef Suffix = Digits.ltrim("0123456789abcdefABCDEF");
  Digits = Digits.drop_back(Suffix.size());
  std::string Lower = Suffix.lower();
  bool SaysUnsigned = llvm::StringRef(Lower).contains('u');
  static constexpr llvm::StringLiteral Suffixes[] = {
      "u", "l", "ul", "lu", "ll", "ull", "llu", "z", "uz", "zu"};
  uint64_t Value = 0;
  if (!llvm::is_contained(Suffixes, Lower) ||
      Digits.getAsInteger(IsHex ? 16 : 10, Value))
    return nullptr;
  Tokens.next();
  Expression *E = make(Expression::Kind::Number, T);
  E->Value = Value;
  E->Width = Lower == "u" ? 0 : 64;
  E->TheSign = SaysUnsigned ? Sign::SaidUnsigned : Sign::Signed;
  return E;
}

/// Null without an error if this is nothing that C has beyond the language.
const Expression *TermParser::cPrimary() {
  Token T = Tokens.peek();
  if (T.TheKind == Token::Kind::Bad)
    return cNumber();
  bool IsNamed = T.is("static_cast") && Tokens.peek(1).is("<");
  bool IsOld = T.is("(");
  size_t Ahead = IsNamed ? 2 : IsOld ? 1 : 0;
  auto Type = cType(Ahead);
  llvm::StringRef Close = IsNamed ? ">" : IsOld ? ")" : "";
  if (!Type || (!Close.empty() && !Tokens.peek(Ahead).is(Close)))
    return nullptr;
  Ahead += !Close.empty();
  if (!IsOld && !Tokens.peek(Ahead).is("("))
    return nullptr;
  while (Ahead--)
    Tokens.next();
  const Expression *Operand = prefix();
  return Operand ? cCast(T, *Type, Operand) : nullptr;
}

const Expression *TermParser::cCast(const Token &Where, CType Type,
                                    const Expression *Operand) {
  Expression *E = make(Expression::Kind::Cast, Where);
  E->Width = Type.Width;
  E->Signed = !isUnsigned(Operand->TheSign) && Operand->Width != 1;
  E->TheSign = Type.IsUnsigned ? Sign::SaidUnsigned : Sign::Signed;
  E->Left = Operand;
  return finish(E);
}

/// A literal takes any width by itself.
const Expression *TermParser::widened(const Expression *E, unsigned Width) {
  if (!E->Width || E->Width == Width)
    return E;
  Expression *Cast = make(Expression::Kind::Cast, E->Where);
  Cast->Width = Width;
  Cast->Signed = !isUnsigned(E->TheSign) && E->Width != 1;
  Cast->TheSign = E->TheSign;
  Cast->Left = E;
  return finish(Cast);
}

/// The operator that C means by one without a mark.
static const Operator *unsignedOne(const Operator *O) {
  switch (O->TheOp) {
  case Op::SDiv:
  case Op::SRem:
  case Op::AShr:
  case Op::SLt:
  case Op::SLe:
    return findOperator((O->Spelling + "u").str());
  default:
    return O;
  }
}

void TermParser::failUnknown(const Token &T) {
  if (Kernel->findArray(T.Decoded)) {
    Tokens.fail(T, "'" + T.Decoded + "' is written by kernel '" + Kernel->Name +
                       "'; a condition is about what a launch is given");
    return;
  }
  std::vector<std::string> Known;
  for (const Variable *V : Kernel->Parameters)
    Known.push_back(V->name().str());
  for (const auto &A : Kernel->Arrays)
    if (Names.Arrays.contains(A->Name))
      Known.push_back(A->Name + "[...]");
  Known.push_back("threadIdx.x and its like");
  Tokens.fail(T, "unknown name '" + T.Decoded + "'; kernel '" + Kernel->Name +
                     "' uses " + llvm::join(Known, ", "));
}

/// What C does to the operands before it applies the operator. False after an
/// error.
bool TermParser::convert(Expression &Infix) {
  if (Infix.TheOperator->Logical)
    return true;
  const Expression *&Left = Infix.Left, *&Right = Infix.Right;
  Op O = Infix.TheOperator->TheOp;
  bool IsComparison = O >= Op::Eq && O <= Op::SLe;
  bool IsShift = O == Op::Shl || O == Op::AShr || O == Op::LShr;
  Infix.TheSign =
      IsShift ? Left->TheSign : std::max(Left->TheSign, Right->TheSign);
  unsigned Width = IsShift ? Left->Width : std::max(Left->Width, Right->Width);
  if (IsComparison && !Width) { // literals alone
    Expression *Wide = make(Expression::Kind::Cast, Left->Where);
    Wide->Width = Width = 64;
    Wide->Left = Left;
    Left = finish(Wide);
  }
  if (Width) {
    Left = widened(Left, Width);
    Right = Left ? widened(Right, Width) : nullptr;
  }
  if (isUnsigned(Infix.TheSign))
    Infix.TheOperator = unsignedOne(Infix.TheOperator);
  if (IsComparison)
    Infix.TheSign = Sign::Open;
  return Left && Right;
}

} // namespace racemap::map
