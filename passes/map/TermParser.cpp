// TermParser - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/TermParser.h"
#include "llvm/ADT/StringExtras.h"

namespace racemap::map {

constexpr unsigned MaxNesting = 200;
constexpr unsigned MaxDepth = 800;

const Term *TermParser::parse(unsigned Width) {
  const Expression *E = expression();
  const Term *T = E ? elaborate(*E, Width, Terms, Tokens) : nullptr;
  if (Nesting == 0)
    Owned.clear();
  return T;
}

const Term *TermParser::parseExactly(unsigned Width, llvm::StringRef What) {
  Token Start = Tokens.peek();
  const Term *T = parse(Width);
  if (!T || T->width() == Width)
    return T;
  llvm::StringRef Hint = Width == 1           ? "compare it, as in x != 0"
                         : T->width() > Width ? "cut it, as in u32(x)"
                                              : "widen it, as in i64(x)";
  Tokens.fail(Start, What + " has " + llvm::Twine(Width) +
                         (Width == 1 ? " bit" : " bits") + ", but this has " +
                         llvm::Twine(T->width()) + "; " + Hint);
  return nullptr;
}

bool TermParser::skip() {
  bool IsTerm = expression() != nullptr;
  Owned.clear();
  return IsTerm;
}

Expression *TermParser::make(Expression::Kind K, const Token &Where) {
  Expression &E = Owned.emplace_back();
  E.TheKind = K;
  E.Where = Where;
  return &E;
}

const Expression *TermParser::made(const Token &Where, const Term *T) {
  Expression *E = make(Expression::Kind::Made, Where);
  E->Made = T;
  E->Width = T->width();
  const auto *V = llvm::dyn_cast<Variable>(T);
  bool IsUnsigned =
      Kernel && V &&
      (V->role() == Variable::Role::Builtin || Kernel->isUnsigned(V));
  E->TheSign =
      IsUnsigned ? Expression::Sign::Unsigned : Expression::Sign::Signed;
  return E;
}

const Expression *TermParser::finish(Expression *E) {
  for (const Expression *X : {E->Condition, E->Left, E->Right})
    E->Depth = std::max(E->Depth, X ? X->Depth + 1 : 0);
  if (E->Depth <= MaxDepth)
    return E;
  Tokens.fail(E->Where, "this term is too long; name parts of it with let");
  return nullptr;
}

const Expression *TermParser::expression() {
  if (++Nesting > MaxNesting) {
    Tokens.fail(Tokens.peek(), "this term is nested too deeply; name parts of "
                               "it with let");
    return nullptr;
  }
  const Expression *E = infix(LowestPrecedence);
  Token Where = Tokens.peek();
  if (E && Tokens.accept("?")) {
    const Expression *Then = expression();
    const Expression *Else = nullptr;
    if (Then && Tokens.expect(":", "between the two values of '?'"))
      Else = expression();
    Expression *Choice = make(Expression::Kind::Choice, Where);
    Choice->Condition = E, Choice->Left = Then, Choice->Right = Else;
    if (Else)
      Choice->Width = Then->Width ? Then->Width : Else->Width;
    E = Else ? finish(Choice) : nullptr;
  }
  --Nesting;
  return E;
}

const Expression *TermParser::infix(unsigned Precedence) {
  const Expression *Left = prefix();
  while (Left) {
    Token Where = Tokens.peek();
    const Operator *O =
        Where.TheKind == Token::Kind::Mark ? findOperator(Where.Text) : nullptr;
    if (!O || O->Precedence < Precedence)
      break;
    Tokens.next();
    if (llvm::isAlpha(Where.Text.back()) && Tokens.peek().is("-")) {
      Tokens.fail(Tokens.peek(), "after '" + Where.Text +
                                     "' put a negative number in parentheses; "
                                     "if '" +
                                     Where.Text.ltrim("+-*/%<>=") +
                                     "' is a name, put a space before it");
      return nullptr;
    }
    const Expression *Right = infix(O->Precedence + 1);
    if (!Right)
      return nullptr;
    Expression *E = make(Expression::Kind::Infix, Where);
    E->TheOperator = O, E->Left = Left, E->Right = Right;
    if (Kernel && !convert(*E))
      return nullptr;
    bool Comparison = O->TheOp >= Op::Eq && O->TheOp <= Op::SLe;
    E->Width = Comparison || O->Logical ? 1
               : E->Left->Width         ? E->Left->Width
                                        : E->Right->Width;
    Left = finish(E);
  }
  return Left;
}

const Expression *TermParser::prefix() {
  Token Where = Tokens.peek();
  bool Minus = Where.is("-");
  if (!Minus && !Where.is("!") && !Where.is("~"))
    return primary();
  Tokens.next();
  if (Minus && Tokens.peek().TheKind == Token::Kind::Number) {
    auto *E = const_cast<Expression *>(primary());
    E->Negative = true;
    return E;
  }
  if (++Nesting > MaxNesting) {
    Tokens.fail(Where, "this term is nested too deeply; name parts of it with "
                       "let");
    return nullptr;
  }
  const Expression *Operand = prefix();
  --Nesting;
  if (!Operand)
    return nullptr;
  Expression *E = make(
      Minus ? Expression::Kind::Negation : Expression::Kind::Complement, Where);
  E->Left = Operand;
  E->Width = Where.is("!") ? 1 : Operand->Width;
  E->TheSign = Operand->TheSign;
  return finish(E);
}

/// Where all names are known, is "(Name)" before this point a cast to a type
/// that C has and conditions have not? Who knows the names will say so.
bool TermParser::isOfUnknownType(const Token &Name) const {
  Token Next = Tokens.peek();
  return Names.AnyArray && Name.TheKind == Token::Kind::Name &&
         (Next.TheKind == Token::Kind::Name ||
          Next.TheKind == Token::Kind::Number || Next.is("("));
}

const Expression *TermParser::primary() {
  if (Kernel)
    if (const Expression *E = cPrimary(); E || Tokens.failed())
      return E;
  Token T = Tokens.peek(), After = Tokens.peek(1);
  if (T.TheKind == Token::Kind::Number) {
    Tokens.next();
    Expression *E = make(Expression::Kind::Number, T);
    E->Value = T.Number;
    E->Width = T.Width;
    return E;
  }
  if (Tokens.accept("(")) {
    const Expression *E = expression();
    if (!E || !Tokens.expect(")", "after the term"))
      return nullptr;
    return isOfUnknownType(After) ? prefix() : E;
  }
  if (T.is("$"))
    return unmodelled();
  if (T.is("true") || T.is("false")) {
    Tokens.next();
    return made(T, Terms.boolean(T.is("true")));
  }
  bool Plain = T.TheKind == Token::Kind::Name;
  if (Plain && After.is("!") && !After.Spaced && Tokens.peek(2).is("("))
    return cast(true);
  if (Plain && After.is("("))
    return T.is("stable") ? stable() : cast(false);
  if (Plain || T.TheKind == Token::Kind::Quoted)
    return After.is("[") ? read() : variable();
  llvm::StringRef Hint;
  if (T.TheKind == Token::Kind::Mark)
    Hint = "; a letter s or u that is a name, not part of an operator, needs a "
           "space before it";
  Tokens.fail(T, "expected a term, found " + Tokens.describe(T) + Hint);
  return nullptr;
}

const Expression *TermParser::variable() {
  Token T = Tokens.next();
  if (T.TheKind == Token::Kind::Name)
    if (auto B = findBuiltin(T.Text))
      return made(T, Terms.builtin(*B));
  auto Found = Names.Values.find(T.Decoded);
  if (Found != Names.Values.end())
    return made(T, Found->second);
  if (Names.AnyArray) {
    Expression *E = make(Expression::Kind::Number, T); // fits any width
    E->Value = 1;
    return E;
  }
  if (Names.Arrays.contains(T.Decoded))
    Tokens.fail(T, "'" + T.Decoded +
                       "' is an array; write what is read from "
                       "it, as in " +
                       T.Decoded + "[i]");
  else if (Kernel)
    failUnknown(T);
  else
    Tokens.fail(T, "unknown name '" + T.Decoded +
                       "'; declare a parameter, loop or let of that name "
                       "before this point");
  return nullptr;
}

const Expression *TermParser::cast(bool Promise) {
  Token T = Tokens.next();
  llvm::StringRef Word = T.Text;
  bool Signed = Word.starts_with("i");
  uint8_t Promises = Signed ? NoSignedWrap : NoUnsignedWrap;
  if (Promise && Word.starts_with("iu")) {
    Promises |= NoUnsignedWrap;
    Word = Word.drop_front();
  }
  auto Width = typeWidth(Word);
  if (!Width) {
    Tokens.fail(T, "'" + T.Text +
                       "' is no function; there are only casts, as in i64(x) "
                       "or u8(x), and stable(in[i])");
    return nullptr;
  }
  if (Promise)
    Tokens.next();
  Tokens.next();
  const Expression *Operand = expression();
  if (!Operand || !Tokens.expect(")", "after what is cast"))
    return nullptr;
  Expression *E = make(Expression::Kind::Cast, T);
  E->Width = *Width;
  E->Signed = Signed;
  E->TheSign =
      Signed ? Expression::Sign::Signed : Expression::Sign::SaidUnsigned;
  E->Promises = Promise ? Promises : NoPromise;
  E->Left = Operand;
  return finish(E);
}

} // namespace racemap::map
