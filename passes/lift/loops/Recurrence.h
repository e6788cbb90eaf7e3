// Recurrence - closed forms of what changes from iteration to iteration.
//
// In:  a value's term in the first iteration (Init), and its term in the next
//      iteration (Next) in terms of its current value, a placeholder (Self).
// Out: its term in iteration number Counter, and, for steps that a range can
//      take, the step.
// Known: x, x + c, x - c, x * c, x << c, x >> c, x / c, c - x, x ^ c with c
// invariant, and a value that trails another one by an iteration.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_LOOPS_RECURRENCE_H
#define RACEMAP_PASSES_LIFT_LOOPS_RECURRENCE_H

#include "passes/map/Protocol.h"
#include "passes/map/TermContext.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace racemap::lift {

struct Recurrence {
  const map::Variable *Self = nullptr;
  const map::Term *Init = nullptr, *Next = nullptr;

  bool IsOffset = false; ///< of a pointer, in bytes

  const map::Term *Closed = nullptr; ///< null: none is known
  /// Set if a range can step like this.
  std::optional<map::Loop::StepKind> Kind;
  const map::Term *Step = nullptr;
  uint8_t Promises = map::NoPromise; ///< on the operation that steps
  bool SignedDivision = false;       ///< rounds or fills as signed numbers do
};

/// Fills in Closed, Kind and so on if Next has a known form. IsInvariant says
/// whether a term keeps its value while the loop runs.
void solve(Recurrence &R, map::TermContext &Terms, const map::Term *Counter,
           llvm::function_ref<bool(const map::Term *)> IsInvariant);

} // namespace racemap::lift

#endif
