// LetPlan - which terms get a name when a protocol is printed.
//
// A term is printed as a tree, so one that is used in several places would be
// printed several times. A first walk counts the places where each term would
// be printed; from the leaves up, a term is named if it has two places and is
// not small, or if the text below it nests deeply.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_LETPLAN_H
#define RACEMAP_PASSES_MAP_LETPLAN_H

#include "passes/map/Protocol.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace racemap::map {

/// What is printed inside the text of T.
llvm::SmallVector<const Term *, 4> printedOperands(const Term *T);
/// What is printed between the brackets of a subscript.
void appendSubscripts(llvm::SmallVectorImpl<const Term *> &Out,
                      llvm::ArrayRef<const Term *> Slots, const Term *Offset,
                      const Array *A);
/// The terms whose text is part of an access.
llvm::SmallVector<const Term *, 4> printedOperands(const Access &A);
/// The terms whose text is part of an alias.
llvm::SmallVector<const Term *, 4>
printedOperands(const LaunchContext::Alias &A);

class LetPlan {
public:
  explicit LetPlan(const Protocol &P);
  bool isNamed(const Term *T) const { return Named.contains(T); }
  /// True if the text of T gives it a width, and not only its surroundings.
  bool hasOwnWidth(const Term *T);

private:
  void visit(const LaunchContext &C);
  void use(const Term *T);
  void decide();

  llvm::DenseMap<const Term *, unsigned> Uses;
  std::vector<const Term *> Order; ///< operands first
  llvm::DenseSet<const Term *> Named;
  llvm::DenseMap<const Term *, bool> OwnWidth;
};

} // namespace racemap::map

#endif
