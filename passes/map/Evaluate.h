// Evaluate - what a term comes to under an assignment.
//
// The one definition of the operators' meaning on numbers: constant folding,
// the executor of the oracle and the check of witnesses all use it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_EVALUATE_H
#define RACEMAP_PASSES_MAP_EVALUATE_H

#include "passes/map/Term.h"
#include "llvm/ADT/DenseMap.h"

namespace racemap::map {

/// The result of an operator on numbers whose bits above their width are
/// zero. Widths has the width of each operand, Width is the result's.
uint64_t apply(Op O, unsigned Width, llvm::ArrayRef<uint64_t> Values,
               llvm::ArrayRef<unsigned> Widths);

/// Did the operation break one of its promises on these values?
bool breaksPromise(const Operation *T, llvm::ArrayRef<uint64_t> Values);

/// Gives values to names.
class Assignment {
public:
  virtual ~Assignment() = default;
  /// The bits above the width are ignored.
  virtual uint64_t valueOf(const Variable *V) = 0;
  /// Operands has the values of U's operands.
  virtual uint64_t valueOf(const Unknown *U,
                           llvm::ArrayRef<uint64_t> Operands) = 0;
};

/// Evaluates terms under one assignment, each node once. Operands that do not
/// count (the other branch of an Ite, what follows a false conjunct or a true
/// disjunct) are not evaluated.
class Evaluator {
public:
  explicit Evaluator(Assignment &Names) : Names(Names) {}
  uint64_t operator()(const Term *T);
  /// Whether any operation evaluated so far broke a promise: the behaviour
  /// is undefined in the source, and nothing can be said about it.
  bool brokePromise() const { return Broken; }

private:
  uint64_t compute(const Term *T);

  Assignment &Names;
  llvm::DenseMap<const Term *, uint64_t> Known;
  bool Broken = false;
};

} // namespace racemap::map

#endif
