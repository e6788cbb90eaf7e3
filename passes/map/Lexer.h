// Lexer - the tokens of the MAP language.
//
// Names (plain, or anything in backquotes), strings, numbers and punctuation.
// A letter directly after an operator and followed by white space or ( belongs
// to the operator: "a +s b". Comments are C's. An invalid character becomes a
// token of its own, so that the parser reports it with its place.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_LEXER_H
#define RACEMAP_PASSES_MAP_LEXER_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace racemap::map {

struct Token {
  enum class Kind : uint8_t { End, Name, Quoted, String, Number, Mark, Bad };
  Kind TheKind = Kind::End;
  llvm::StringRef Text; ///< as it stands in the file
  std::string Decoded;  ///< of Name, Quoted and String; of Bad: what is wrong
  uint64_t Number = 0;  ///< of Number
  unsigned Width = 0;   ///< of Number with a type suffix, else 0
  bool Spaced = false;  ///< white space or a comment precedes

  bool is(llvm::StringRef Spelling) const {
    return (TheKind == Kind::Mark || TheKind == Kind::Name) && Text == Spelling;
  }
};

/// The last token is End.
std::vector<Token> tokenize(llvm::StringRef Text);

} // namespace racemap::map

#endif
