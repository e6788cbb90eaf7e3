// Lexer - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Lexer.h"
#include "passes/map/Syntax.h"
#include "llvm/ADT/StringExtras.h"

namespace racemap::map {

namespace {
class Scanner {
public:
  explicit Scanner(llvm::StringRef Text) : Text(Text) {}
  std::vector<Token> run();

private:
  bool skipSpace();
  Token next();
  Token text(char Quote);
  Token number();
  Token mark();
  Token bad(size_t Length, llvm::StringRef What);
  llvm::StringRef rest() const { return Text.substr(At); }
  char peek(size_t Ahead = 0) const {
    return At + Ahead < Text.size() ? Text[At + Ahead] : '\0';
  }

  llvm::StringRef Text;
  size_t At = 0;
};
} // namespace

std::vector<Token> Scanner::run() {
  std::vector<Token> Tokens;
  do {
    bool Spaced = skipSpace();
    Tokens.push_back(next());
    Tokens.back().Spaced = Spaced;
  } while (Tokens.back().TheKind != Token::Kind::End);
  return Tokens;
}

bool Scanner::skipSpace() {
  size_t Start = At;
  while (At < Text.size()) {
    if (llvm::isSpace(Text[At])) {
      ++At;
    } else if (rest().starts_with("//")) {
      At = std::min(Text.find('\n', At), Text.size());
    } else if (rest().starts_with("/*")) {
      size_t End = Text.find("*/", At + 2);
      if (End == llvm::StringRef::npos)
        break; // next() reports it
      At = End + 2;
    } else {
      break;
    }
  }
  return At != Start;
}

Token Scanner::next() {
  Token Result;
  if (At >= Text.size()) {
    Result.Text = Text.substr(Text.size());
    return Result;
  }
  if (size_t Length = nameLength(rest())) {
    Result.TheKind = Token::Kind::Name;
    Result.Text = Text.substr(At, Length);
    Result.Decoded = Result.Text.str();
    At += Length;
    return Result;
  }
  if (peek() == '"' || peek() == '`')
    return text(peek());
  if (llvm::isDigit(peek()))
    return number();
  return mark();
}

Token Scanner::bad(size_t Length, llvm::StringRef What) {
  Token Result;
  Result.TheKind = Token::Kind::Bad;
  Result.Text = Text.substr(At, Length);
  Result.Decoded = What.str();
  At += Result.Text.size();
  return Result;
}

Token Scanner::text(char Quote) {
  Token Result;
  Result.TheKind = Quote == '"' ? Token::Kind::String : Token::Kind::Quoted;
  size_t End = At + 1;
  for (; End < Text.size() && Text[End] != Quote; ++End) {
    if (Text[End] == '\n')
      break;
    if (Text[End] != '\\') {
      Result.Decoded += Text[End];
      continue;
    }
    char Escape = ++End < Text.size() ? Text[End] : '\0';
    unsigned Code = 0;
    if (Escape == 'n') {
      Result.Decoded += '\n';
    } else if (Escape == 'x' && End + 2 < Text.size() &&
               !Text.substr(End + 1, 2).getAsInteger(16, Code)) {
      Result.Decoded += static_cast<char>(Code);
      End += 2;
    } else if (Escape == '\\' || Escape == Quote) {
      Result.Decoded += Escape;
    } else {
      return bad(End + 1 - At, "unknown escape in a string; write \\\\, "
                               "\\n, \\xHH or a backslash and the quote");
    }
  }
  if (End >= Text.size() || Text[End] != Quote)
    return bad(End - At, "the string does not end on this line; close it");
  Result.Text = Text.substr(At, End + 1 - At);
  At = End + 1;
  return Result;
}

Token Scanner::number() {
  llvm::StringRef Rest = rest();
  bool Hex = Rest.starts_with_insensitive("0x");
  llvm::StringRef Digits = Rest.drop_front(Hex ? 2 : 0).take_while([&](char C) {
    return Hex ? llvm::isHexDigit(C) : llvm::isDigit(C);
  });
  size_t Length = Digits.size() + (Hex ? 2 : 0);
  llvm::StringRef Suffix = Rest.substr(Length).take_while(isNameBody);
  Token Result;
  Result.TheKind = Token::Kind::Number;
  if (!Suffix.empty()) {
    auto Width = typeWidth(Suffix);
    if (!Width)
      return bad(Length + Suffix.size(),
                 "a number can only be followed by a type, as in 5i32");
    Result.Width = *Width;
  }
  if (Digits.getAsInteger(Hex ? 16 : 10, Result.Number))
    return bad(Length + Suffix.size(),
               "this number does not fit 64 bits; write a smaller one");
  Result.Text = Text.substr(At, Length + Suffix.size());
  At += Result.Text.size();
  return Result;
}

Token Scanner::mark() {
  static constexpr llvm::StringLiteral Marks[] = {
      "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=",
      "/=", "|=", "=>", "++", "--", "+",  "-",  "*",  "/",  "%",  "<",
      ">",  "=",  "&",  "|",  "^",  "!",  "~",  "?",  ":",  ";",  ",",
      "(",  ")",  "[",  "]",  "{",  "}",  "@",  "$"};
  static constexpr llvm::StringLiteral Letters[] = {"su", "s", "u"};
  llvm::StringRef Rest = rest();
  if (Rest.starts_with("/*"))
    return bad(Rest.size(), "the comment does not end; close it with */");
  for (llvm::StringRef M : Marks) {
    if (!Rest.starts_with(M))
      continue;
    Token Result;
    Result.TheKind = Token::Kind::Mark;
    size_t Length = M.size();
    for (llvm::StringRef L : Letters) {
      llvm::StringRef After = Rest.substr(M.size());
      if (!After.consume_front(L))
        continue;
      bool Ends = After.empty() || llvm::isSpace(After[0]) || After[0] == '(';
      size_t Longer = M.size() + L.size();
      if (Ends && findOperator(Rest.take_front(Longer)))
        Length = Longer;
      break;
    }
    Result.Text = Text.substr(At, Length);
    At += Length;
    return Result;
  }
  return bad(1, "unexpected character; remove it, or put a name that contains "
                "it in backquotes");
}

std::vector<Token> tokenize(llvm::StringRef Text) {
  return Scanner(Text).run();
}

} // namespace racemap::map
