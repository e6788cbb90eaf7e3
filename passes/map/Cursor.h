// Cursor - a position in the tokens, and the first error.
//
// After an error the cursor stands at the end, so that every loop of the
// parser ends; only the first error is kept.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_CURSOR_H
#define RACEMAP_PASSES_MAP_CURSOR_H

#include "passes/map/Lexer.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace racemap::map {

class Cursor {
public:
  /// Without the name of a file, messages are about a text that somebody else
  /// knows the place of.
  Cursor(llvm::StringRef Text, llvm::StringRef FileName)
      : Text(Text), FileName(FileName), Tokens(tokenize(Text)) {}

  const Token &peek(size_t Ahead = 0) const {
    return Tokens[std::min(At + Ahead, Tokens.size() - 1)];
  }
  bool atEnd() const { return peek().TheKind == Token::Kind::End; }
  Token next();
  /// Takes the next token if it is this word or mark.
  bool accept(llvm::StringRef Spelling);
  /// The same, or an error; Where is what the token belongs to.
  bool expect(llvm::StringRef Spelling, const llvm::Twine &Where);
  std::optional<Token> acceptKind(Token::Kind K);

  /// Always false.
  bool fail(const Token &Where, const llvm::Twine &Message);
  bool failed() const { return !Message.empty(); }
  llvm::Error error() const;
  /// "'x'", for messages.
  std::string describe(const Token &T) const;

private:
  llvm::StringRef Text, FileName;
  std::vector<Token> Tokens;
  size_t At = 0;
  std::string Message;
};

} // namespace racemap::map

#endif
