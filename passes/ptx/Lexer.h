// Lexer - the tokens of an LLVM inline assembly string.
//
// In:  the text as LLVM stores it, in which '$' is the escape: $0 and ${0:x}
//      are operands, $$ is a '$', ${:uid} is a number of this expansion.
// Out: tokens with the range of text each came from. Comments and white space
//      are dropped. '.' and what follows is one token (".shared::cta"), so
//      that "ld.global" and "ld .global" are the same, as they are to ptxas.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef RACEMAP_PASSES_PTX_LEXER_H
#define RACEMAP_PASSES_PTX_LEXER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace racemap::ptx {

struct Token {
  enum class Kind {
    Name,        ///< Spelling: "ld", "%laneid", "_".
    Dotted,      ///< Spelling without the dot: "u32", "L2::128B".
    AsmOperand,  ///< Value is the operand's number.
    Integer,     ///< Value.
    Float,       ///< Value holds FloatBits bits.
    String,      ///< Spelling without the quotes.
    Punctuation, ///< Spelling: one character.
    End
  };
  Kind K = Kind::End;
  std::string Spelling;
  int64_t Value = 0;
  unsigned FloatBits = 0;
  /// The token is Text[Begin, End).
  size_t Begin = 0;
  size_t End = 0;

  bool is(char C) const {
    return K == Kind::Punctuation && Spelling.front() == C;
  }
};

/// The last token is always Kind::End.
llvm::Expected<std::vector<Token>> tokenize(llvm::StringRef Text);

} // namespace racemap::ptx

#endif // RACEMAP_PASSES_PTX_LEXER_H
