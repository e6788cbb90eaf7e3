// Trial - runs the analysis on a protocol that is not quite the given one.
//
// A barrier is put in or taken out, every context is decided again, and the
// protocol is restored. All trials for one kernel share one budget, so that
// what is offered beside a verdict does not cost more than the verdict may.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_ADVICE_TRIAL_H
#define RACEMAP_PASSES_VERDICT_ADVICE_TRIAL_H

#include "passes/solve/CpuTime.h"
#include "passes/verdict/Verify.h"
#include "passes/verdict/advice/InsertionPlaces.h"

namespace racemap::verdict {

/// A barrier that is in the protocol as long as this lives.
class AddedBarrier {
public:
  AddedBarrier(map::Protocol &P, InsertionPlace At, map::Barrier *B)
      : P(P), At(At) {
    At.In->insert(At.In->begin() + At.Index, B);
    P.number();
  }
  AddedBarrier(const AddedBarrier &) = delete;
  ~AddedBarrier() {
    At.In->erase(At.In->begin() + At.Index);
    P.number();
  }

private:
  map::Protocol &P;
  InsertionPlace At;
};

/// What all trials of a kernel may cost.
class TrialBudget {
public:
  explicit TrialBudget(const Settings &S);
  /// For the next trial: no conditions, no other blocks, what is left of the
  /// steps. Nothing if nothing is left.
  std::optional<Settings> next() const;
  /// Has the clock ended the trials?
  bool isStoppedByClock() const;

private:
  Settings Each;
  uint64_t End; ///< in steps
  solve::CpuTime::time_point Latest;
};

/// Barriers that not all threads come to, or of which nobody knows.
unsigned countTroubledBarriers(const ContextResult &C);

} // namespace racemap::verdict

#endif
