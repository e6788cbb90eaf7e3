// Expression - a term as it was written, before its literals have a width.
//
// The parser builds expressions, whose width is known or open (made of
// literals only). elaborate() makes the term: the width of an open part is
// that of its surroundings, as in `x + 1`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_EXPRESSION_H
#define RACEMAP_PASSES_MAP_EXPRESSION_H

#include "passes/map/Cursor.h"
#include "passes/map/Syntax.h"
#include "passes/map/TermContext.h"

namespace racemap::map {

struct Expression {
  enum class Kind : uint8_t {
    Number,     ///< Value, Negative
    Made,       ///< Made: a name, a read, an unmodelled value, true, false
    Infix,      ///< TheOperator, Left, Right
    Negation,   ///< -Left, written as 0 - Left
    Complement, ///< !Left and ~Left
    Cast,       ///< Signed, Promises, Left to Width bits
    Choice,     ///< Condition ? Left : Right
  };
  Kind TheKind = Kind::Number;
  Token Where;
  unsigned Depth = 1;
  unsigned Width = 0; ///< 0: open
  /// Only where the term is written as in C (CTerms.cpp): how its value is to
  /// be read. Of two operands, the later one in this list decides.
  enum class Sign : uint8_t {
    Open,     ///< a literal: as the other one
    Unsigned, ///< the name of something unsigned
    Signed,
    SaidUnsigned, ///< by a suffix or a cast
  };
  Sign TheSign = Sign::Open;
  uint64_t Value = 0;
  bool Negative = false;
  const Term *Made = nullptr;
  const Operator *TheOperator = nullptr;
  bool Signed = false;
  uint8_t Promises = NoPromise;
  const Expression *Condition = nullptr, *Left = nullptr, *Right = nullptr;
};

/// The term; an open expression gets Width bits, 0 if the surroundings do not
/// say. Null after an error, which Tokens has.
const Term *elaborate(const Expression &E, unsigned Width, TermContext &Terms,
                      Cursor &Tokens);

} // namespace racemap::map

#endif
