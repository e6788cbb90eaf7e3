// TermParser - terms and subscripts from tokens.
//
// Precedence climbing; names are looked up at once, so everything is declared
// before it is used.
//
// What people type on a command line is C: there, CTerms.cpp adds its suffixes,
// casts and conversions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_TERMPARSER_H
#define RACEMAP_PASSES_MAP_TERMPARSER_H

#include "passes/map/Expression.h"
#include "passes/map/Subscript.h"
#include "llvm/ADT/StringMap.h"
#include <deque>

namespace racemap::map {

/// What a name stands for: variables and lets share one space of names, arrays
/// have their own.
struct NameTable {
  llvm::StringMap<const Term *> Values;
  llvm::StringMap<const Array *> Arrays;
  /// Not null: all names are known, and those of arrays are this one's. For
  /// whoever looks at syntax alone.
  const Array *AnyArray = nullptr;
};

/// An integer type of C.
struct CType {
  unsigned Width = 32;
  bool IsUnsigned = false;
};

class TermParser {
public:
  /// With Kernel, terms may be written as in C, about its parameters.
  TermParser(Cursor &Tokens, TermContext &Terms, NameTable &Names,
             const Protocol *Kernel = nullptr)
      : Tokens(Tokens), Terms(Terms), Names(Names), Kernel(Kernel) {}

  /// A term; if its text does not say the width, it has Width bits. Null after
  /// an error.
  const Term *parse(unsigned Width);
  /// A term of exactly Width bits; What is "a condition" and so on.
  const Term *parseExactly(unsigned Width, llvm::StringRef What);

  /// Goes past a term and makes nothing of it. False after an error.
  bool skip();

  /// "in[slot s][index]", as in an access or a read.
  struct Element {
    const Array *TheArray = nullptr;
    llvm::SmallVector<const Term *, 2> Slots;
    const Term *Offset = nullptr;
  };
  std::optional<Element> parseElement();
  /// A name, plain or in backquotes, for a declaration or a reference.
  std::optional<Token> parseName(llvm::StringRef What);

private:
  const Expression *expression();
  const Expression *infix(unsigned Precedence);
  const Expression *prefix();
  const Expression *primary();
  bool isOfUnknownType(const Token &Name) const;
  const Expression *cast(bool Promise);
  const Expression *read();
  const Expression *stable();
  const Expression *unmodelled();
  const Expression *variable();

  // As in C; CTerms.cpp.
  const Expression *cPrimary();
  const Expression *cNumber();
  std::optional<CType> cType(size_t &Ahead) const;
  const Expression *cCast(const Token &Where, CType Type,
                          const Expression *Operand);
  bool convert(Expression &Infix);
  const Expression *widened(const Expression *E, unsigned Width);
  /// Says which names there are.
  void failUnknown(const Token &T);
  std::optional<Subscript> subscript(unsigned ElementSize);

  Expression *make(Expression::Kind K, const Token &Where);
  const Expression *made(const Token &Where, const Term *T);
  const Expression *finish(Expression *E);
  /// The width of a value: ":i16", or Default.
  std::optional<unsigned> type(unsigned Default, const Token &Where);

  Cursor &Tokens;
  TermContext &Terms;
  NameTable &Names;
  const Protocol *Kernel;
  std::deque<Expression> Owned;
  unsigned Nesting = 0;
};

} // namespace racemap::map

#endif
