// TermVerifier - whether a term is well formed and mentions only what it may.
//
// Nodes are examined once: for each term it is kept how deep it is and which
// loop variables it mentions must be in scope whenever it is used again.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_TERMVERIFIER_H
#define RACEMAP_PASSES_MAP_TERMVERIFIER_H

#include "passes/map/Protocol.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace racemap::map {

class TermVerifier {
public:
  using Variables = llvm::DenseSet<const Variable *>;

  explicit TermVerifier(const Protocol &P);
  /// What is wrong with T here, or nothing.
  std::string problem(const Term *T);
  /// Is the last problem that a term is nested too deeply?
  bool isTooDeep() const { return IsTooDeep; }
  /// How many slots an access to A has: the pointers that lead to it. Nothing
  /// if there is no end to them, or one is in no array of the protocol.
  std::optional<unsigned> slots(const Array *A) const;

  /// The variables that may be mentioned.
  void declare(const Variable *V) { Scope.insert(V); }
  const Variables &scope() const { return Scope; }
  void setScope(Variables S) { Scope = std::move(S); }
  void addScope(const Variables &S) { Scope.insert(S.begin(), S.end()); }

private:
  std::string examine(const Term *T);
  std::string examineUnknown(const Unknown *U) const;

  const Protocol &P;
  bool IsTooDeep = false;
  Variables Scope;
  llvm::DenseSet<const Array *> Written;
  llvm::DenseSet<const Array *> Overwritten; ///< through an alias
  struct Facts {
    unsigned Depth = 1;
    /// Distinct variables of the term, in order of discovery.
    std::vector<const Variable *> Mentioned;
  };
  llvm::DenseMap<const Term *, Facts> Known;
};

} // namespace racemap::map

#endif
