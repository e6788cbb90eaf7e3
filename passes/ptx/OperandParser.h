// OperandParser - the operands of one instruction.
//
// In:  a cursor over the tokens, and the scopes in which names are looked up.
// Out: operands of the closed set in Program.h. '[' starts an Address (a sum)
//      or, with a comma, a Tuple; '{' a Vector; '(' a List; '|' makes a Pair.
// Nesting is bounded, so that hostile text cannot exhaust the stack.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef RACEMAP_PASSES_PTX_OPERANDPARSER_H
#define RACEMAP_PASSES_PTX_OPERANDPARSER_H

#include "passes/ptx/Lexer.h"
#include "passes/ptx/Program.h"

#include "llvm/ADT/StringMap.h"

namespace racemap::ptx {

/// Register name to index in Program::Registers, one map per open brace.
struct ScopeStack : std::vector<llvm::StringMap<unsigned>> {
  ScopeStack() { emplace_back(); }
  std::optional<unsigned> find(llvm::StringRef Name) const;
};

class OperandParser {
public:
  OperandParser(llvm::ArrayRef<Token> Tokens, const ScopeStack &Scopes)
      : Tokens(Tokens), Scopes(Scopes) {}

  const Token &peek(size_t Ahead = 0) const;
  const Token &take();
  bool consume(char C);
  llvm::Error expect(char C);
  llvm::Error fail(const llvm::Twine &What) const;
  /// Where the token that was taken last ends in the text.
  size_t lastEnd() const { return At == 0 ? 0 : Tokens[At - 1].End; }

  /// A whole operand: "!p", "p|q", "symbol+4", a vector, an address.
  llvm::Expected<Operand> parseOperand();
  /// A register, an asm operand, a number or a symbol.
  llvm::Expected<Operand> parsePrimary();

private:
  llvm::Expected<Operand> parseNested();
  llvm::Expected<Operand> parseBracket();
  llvm::Expected<Operand> parseGroup(char Close, Operand::Kind K);
  llvm::Expected<Operand> parseSum();
  llvm::Expected<Operand> parseNumber();
  llvm::Expected<Operand> parseName();

  llvm::ArrayRef<Token> Tokens;
  const ScopeStack &Scopes;
  size_t At = 0;
  unsigned Depth = 0;
};

} // namespace racemap::ptx

#endif // RACEMAP_PASSES_PTX_OPERANDPARSER_H
