// TermPrinter - terms in the MAP language.
//
// Terms become infix expressions with C's precedence. A literal gets a type
// suffix only where the text around it does not give its width. Names from the
// LetPlan are given out in the order in which they are needed: whoever prints
// a statement first asks for the lets that its terms need.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_TERMPRINTER_H
#define RACEMAP_PASSES_MAP_TERMPRINTER_H

#include "passes/map/LetPlan.h"
#include "passes/map/Syntax.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

namespace racemap::map {

class TermPrinter {
public:
  TermPrinter(const Protocol &P, llvm::raw_ostream &OS);

  /// T where the reader knows the width already (KnowsWidth) or not.
  void print(const Term *T, bool KnowsWidth);
  /// "in[slot s][index]" or "in[byte offset]".
  void printElement(const Array *A, llvm::ArrayRef<const Term *> Slots,
                    const Term *Offset);
  /// U itself, never by a let's name.
  void printUnknown(const Unknown *U);
  /// The terms to be named that Root needs and that have no name yet, in an
  /// order in which they can be defined.
  void missingLets(const Term *Root, llvm::SmallVectorImpl<const Term *> &Out);
  /// "let t0 = ...;", and from now on T is written t0.
  void printLet(const Term *T);

private:
  void printUnnamed(const Term *T, bool KnowsWidth, unsigned Precedence);
  void print(const Term *T, bool KnowsWidth, unsigned Precedence);
  void printConstant(const Constant *C, bool KnowsWidth);
  void printVariable(const Variable *V);
  void printCast(const Operation *T);
  void printIte(const Operation *T, bool KnowsWidth);
  void printInfix(const Operation *T, bool KnowsWidth);

  llvm::raw_ostream &OS;
  LetPlan Plan;
  llvm::StringSet<> Taken; ///< names of variables
  unsigned NextName = 0;
  llvm::DenseMap<const Term *, std::string> Names;
};

} // namespace racemap::map

#endif
