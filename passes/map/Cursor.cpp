// Cursor - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Cursor.h"

namespace racemap::map {

Token Cursor::next() {
  Token Result = peek();
  if (At + 1 < Tokens.size())
    ++At;
  return Result;
}

bool Cursor::accept(llvm::StringRef Spelling) {
  if (!peek().is(Spelling))
    return false;
  next();
  return true;
}

bool Cursor::expect(llvm::StringRef Spelling, const llvm::Twine &Where) {
  if (accept(Spelling))
    return true;
  return fail(peek(), "expected '" + Spelling + "' " + Where + ", found " +
                          describe(peek()));
}

std::optional<Token> Cursor::acceptKind(Token::Kind K) {
  if (peek().TheKind != K)
    return std::nullopt;
  return next();
}

bool Cursor::fail(const Token &Where, const llvm::Twine &What) {
  if (failed())
    return false;
  llvm::StringRef Before =
      Text.take_front(Where.Text.data() ? Where.Text.data() - Text.data() : 0);
  size_t Line = Before.count('\n') + 1;
  size_t LineStart = Before.rfind('\n') + 1; // npos + 1 is 0
  if (!FileName.empty())
    Message = (FileName + ":" + llvm::Twine(Line) + ":" +
               llvm::Twine(Before.size() - LineStart + 1) + ": ")
                  .str();
  if (Where.TheKind == Token::Kind::Bad)
    Message += Where.Decoded;
  else
    Message += What.str();
  At = Tokens.size() - 1;
  return false;
}

llvm::Error Cursor::error() const {
  if (!failed())
    return llvm::Error::success();
  return llvm::createStringError(Message);
}

std::string Cursor::describe(const Token &T) const {
  if (T.TheKind == Token::Kind::End)
    return FileName.empty() ? "its end" : "the end of the file";
  if (T.Text.size() > 40)
    return "'" + T.Text.take_front(40).str() + "...'";
  return "'" + T.Text.str() + "'";
}

} // namespace racemap::map
