// Lexer - the tokens of an LLVM inline assembly string.
//
// One pass over the text. A name may contain escapes ("__$$t", "L${:uid}"), so
// escapes are undone while a name is read, not before: an operand pasted into
// a name ("%r$0") is thereby seen, and refused, since what it names is known
// only after register allocation. Comments are skipped as the assembler would,
// after LLVM has replaced the operands in them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/ptx/Lexer.h"

#include "llvm/ADT/StringExtras.h"

#include <cstdlib>
#include <cstring>

using namespace llvm;

namespace racemap::ptx {

namespace {

class Lexer {
public:
  explicit Lexer(StringRef Text) : Text(Text) {}
  Expected<std::vector<Token>> run();

private:
  Error skipBlanks();
  Expected<Token> next();
  Expected<Token> lexEscape();
  Expected<Token> lexName();
  Expected<Token> lexDotted();
  Expected<Token> lexNumber();
  Expected<Token> lexFloatBits(unsigned Bits);
  Expected<Token> lexString();

  StringRef rest() const { return Text.substr(At); }
  bool startsNamePart() const;
  Error fail(const Twine &What) const {
    return createStringError(inconvertibleErrorCode(),
                             "inline assembly, byte " + Twine(At) + ": " +
                                 What);
  }

  StringRef Text;
  size_t At = 0;
};

bool isNameChar(char C) { return isAlnum(C) || C == '_'; }

Expected<std::vector<Token>> Lexer::run() {
  std::vector<Token> Tokens;
  while (true) {
    if (Error E = skipBlanks())
      return std::move(E);
    size_t Begin = At;
    Expected<Token> T = next();
    if (!T)
      return T.takeError();
    T->Begin = Begin;
    T->End = At;
    Tokens.push_back(std::move(*T));
    if (Tokens.back().K == Token::Kind::End)
      return Tokens;
  }
}

Error Lexer::skipBlanks() {
  while (At < Text.size()) {
    if (isSpace(Text[At])) {
      ++At;
    } else if (rest().starts_with("//")) {
      At = std::min(Text.find('\n', At), Text.size());
    } else if (rest().starts_with("/*")) {
      size_t Close = Text.find("*/", At + 2);
      if (Close == StringRef::npos)
        return fail("unterminated comment");
      At = Close + 2;
    } else {
      break;
    }
  }
  return Error::success();
}

Expected<Token> Lexer::next() {
  Token T;
  if (At == Text.size())
    return T;
  char C = Text[At];
  if (C == '$' && !rest().starts_with("$$") && !rest().starts_with("${:"))
    return lexEscape();
  if (isAlpha(C) || C == '_' || C == '$' || C == '%')
    return lexName();
  if (C == '.')
    return lexDotted();
  if (isDigit(C))
    return lexNumber();
  if (C == '"')
    return lexString();
  if (!StringRef("{}[]()<>,;:@!|+-*=").contains(C))
    return fail(isPrint(C) ? "unexpected '" + Twine(C) + "'"
                           : Twine("unexpected character"));
  ++At;
  T.K = Token::Kind::Punctuation;
  T.Spelling = std::string(1, C);
  return T;
}

/// $0, ${0}, ${0:x}. The letter asks for another way to print the operand and
/// does not change what it is.
Expected<Token> Lexer::lexEscape() {
  Token T;
  T.K = Token::Kind::AsmOperand;
  StringRef Body = rest().drop_front();
  bool Braced = Body.consume_front("{");
  unsigned Number = 0;
  if (Body.consumeInteger(10, Number))
    return fail("'$' is not followed by an operand number");
  if (Braced) {
    if (Body.consume_front(":"))
      Body = Body.drop_while([](char C) { return isAlnum(C); });
    if (!Body.consume_front("}"))
      return fail("malformed operand, '}' expected");
  }
  At = Text.size() - Body.size();
  T.Value = Number;
  if (startsNamePart())
    return fail("an operand is pasted into a name");
  return T;
}

/// Whether a name would go on at the current position.
bool Lexer::startsNamePart() const {
  return At < Text.size() &&
         (isNameChar(Text[At]) || Text[At] == '$' || Text[At] == '%');
}

Expected<Token> Lexer::lexName() {
  Token T;
  T.K = Token::Kind::Name;
  if (Text[At] == '%')
    T.Spelling += Text[At++];
  while (At < Text.size()) {
    StringRef Rest = rest();
    if (isNameChar(Rest.front())) {
      T.Spelling += Text[At++];
    } else if (Rest.starts_with("$$")) {
      T.Spelling += '$';
      At += 2;
    } else if (Rest.starts_with("${:uid}")) {
      T.Spelling += "$uid";
      At += strlen("${:uid}");
    } else if (Rest.starts_with("$")) {
      return fail("an operand is pasted into a name");
    } else {
      break;
    }
  }
  if (T.Spelling == "%")
    return fail("unexpected '%'");
  return T;
}

/// ".u32", ".L2::128B", ".shared::cta". A space before "::" ends it.
Expected<Token> Lexer::lexDotted() {
  Token T;
  T.K = Token::Kind::Dotted;
  size_t Begin = ++At;
  while (At < Text.size()) {
    if (isNameChar(Text[At]))
      ++At;
    else if (At > Begin && rest().starts_with("::"))
      At += 2;
    else
      break;
  }
  T.Spelling = Text.slice(Begin, At).str();
  if (T.Spelling.empty() || T.Spelling.back() == ':')
    return fail("'.' is not followed by a modifier");
  if (startsNamePart())
    return fail("an operand is pasted into a name");
  return T;
}

Expected<Token> Lexer::lexNumber() {
  if (rest().starts_with_insensitive("0f"))
    return lexFloatBits(32);
  if (rest().starts_with_insensitive("0d"))
    return lexFloatBits(64);
  Token T;
  T.K = Token::Kind::Integer;
  size_t End = At;
  while (End < Text.size() && isAlnum(Text[End]))
    ++End;
  StringRef Digits = Text.slice(At, End);
  bool IsHex = Digits.starts_with_insensitive("0x");
  bool HasPoint = End < Text.size() && Text[End] == '.';
  if (!IsHex && (HasPoint || Digits.contains_insensitive('e'))) {
    std::string Tail = rest().take_front(64).str();
    char *Stop = nullptr;
    double Decimal = std::strtod(Tail.c_str(), &Stop);
    At += static_cast<size_t>(Stop - Tail.c_str());
    T.K = Token::Kind::Float;
    T.FloatBits = 64;
    std::memcpy(&T.Value, &Decimal, sizeof(Decimal));
  } else {
    StringRef Body = Digits;
    if (!Body.consume_back("U"))
      Body.consume_back("u");
    uint64_t Value = 0;
    if (Body.getAsInteger(0, Value))
      return fail("malformed number '" + Digits + "'");
    T.Value = static_cast<int64_t>(Value);
    At = End;
  }
  if (startsNamePart())
    return fail("malformed number");
  return T;
}

/// 0f3F800000 and 0d3FF0000000000000: the bits of the value in hexadecimal.
Expected<Token> Lexer::lexFloatBits(unsigned Bits) {
  Token T;
  T.K = Token::Kind::Float;
  T.FloatBits = Bits;
  StringRef Digits = rest().substr(2, Bits / 4);
  uint64_t Value = 0;
  if (Digits.size() != Bits / 4 || !all_of(Digits, isHexDigit) ||
      Digits.getAsInteger(16, Value))
    return fail("malformed floating-point number");
  T.Value = static_cast<int64_t>(Value);
  At += 2 + Digits.size();
  if (startsNamePart())
    return fail("malformed floating-point number");
  return T;
}

Expected<Token> Lexer::lexString() {
  size_t Close = Text.find('"', At + 1);
  if (Close == StringRef::npos)
    return fail("unterminated string");
  Token T;
  T.K = Token::Kind::String;
  T.Spelling = Text.slice(At + 1, Close).str();
  At = Close + 1;
  return T;
}

} // namespace

Expected<std::vector<Token>> tokenize(StringRef Text) {
  return Lexer(Text).run();
}

} // namespace racemap::ptx
