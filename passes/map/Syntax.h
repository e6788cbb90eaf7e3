// Syntax - the words of the MAP language, for the printer and the parser.
//
// Operators are C's. A letter that follows one says more: `u` on / % >> and
// on comparisons means unsigned; `s` and `u` on + - * << are promises that
// the signed or unsigned result does not overflow.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_SYNTAX_H
#define RACEMAP_PASSES_MAP_SYNTAX_H

#include "passes/map/Protocol.h"
#include <optional>
#include <string>

namespace racemap::map {

/// How an infix operator is written.
struct Operator {
  llvm::StringLiteral Spelling;
  Op TheOp;
  uint8_t Promises;
  uint8_t Precedence; ///< binds tighter if greater, as in C
  bool Swapped;       ///< > is < with its operands swapped
  bool Logical;       ///< && and ||: operands of 1 bit
};

constexpr unsigned LowestPrecedence = 1;
constexpr unsigned ShiftPrecedence = 8;
constexpr unsigned HighestPrecedence = 11; ///< of what needs no parentheses

/// Null if Spelling is no infix operator.
const Operator *findOperator(llvm::StringRef Spelling);
/// How T is written; Swapped asks for > instead of <. Null for casts and Ite.
const Operator *spelling(const Operation *T, bool Swapped);
/// Whether T is written !x or ~x.
bool isComplement(const Term *T);

/// Words that cannot be names unless in backquotes.
bool isReserved(llvm::StringRef Word);
/// "threadIdx.x" and so on.
std::optional<Builtin> findBuiltin(llvm::StringRef Name);
/// "i32" or "u32", 1 to 64 bits.
std::optional<unsigned> typeWidth(llvm::StringRef Word);
llvm::StringRef name(Scope S);
std::optional<Scope> findScope(llvm::StringRef Word);
struct BarrierWord {
  llvm::StringLiteral Text;
  Barrier::Part Part;
  Scope TheScope;
};
llvm::StringRef barrierWord(const Barrier &B);
std::optional<BarrierWord> findBarrier(llvm::StringRef Word);
llvm::StringRef exchangeWord(Exchange::Function F);
std::optional<Exchange::Function> findExchange(llvm::StringRef Word);

bool isNameStart(char C);
bool isNameBody(char C);
/// The length of the name that Text starts with: letters, digits and _, with
/// parts joined by "." "->" "::".
size_t nameLength(llvm::StringRef Text);
/// "j" of "j.2": where several variables of a kernel have one name, MAPs number
/// them.
llvm::StringRef withoutNumber(llvm::StringRef Name);
/// Name as it is, or in backquotes if it would not be read as a name.
std::string quotedName(llvm::StringRef Name);
/// Text between Quote characters, with escapes.
std::string quoted(llvm::StringRef Text, char Quote = '"');

} // namespace racemap::map

#endif
