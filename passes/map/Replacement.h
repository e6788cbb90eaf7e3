// Replacement - terms in which parts are others.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_REPLACEMENT_H
#define RACEMAP_PASSES_MAP_REPLACEMENT_H

#include "passes/map/TermContext.h"
#include "llvm/ADT/DenseMap.h"

namespace racemap::map {

/// Rebuilds each node once in its life. Of operations, promises stay.
class Replacement {
public:
  /// Names: as of TermContext::replace; none stays what it is if it is null.
  /// Must outlive the replacement.
  using Names = llvm::function_ref<const Term *(const Term *)>;
  explicit Replacement(TermContext &Terms, Names Map = nullptr)
      : Terms(Terms), Map(Map) {}

  /// Wherever Part is, it is By, of the same width. To be said before the first
  /// term is replaced.
  void replace(const Term *Part, const Term *By) { Done[Part] = By; }

  const Term *operator()(const Term *T);

private:
  const Term *rebuilt(const Term *T);

  TermContext &Terms;
  Names Map;
  llvm::DenseMap<const Term *, const Term *> Done;
};

} // namespace racemap::map

#endif
