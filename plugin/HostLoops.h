// HostLoops - the values that a loop of the host gives a variable.
//
// In:  a loop that changes the variable at one place, by an operation with
//      constants; the value before the loop; the names for what the variable
//      is when an iteration begins, and what it is after a step.
// Out: terms that hold for the first name in every iteration, and whether they
//      say all: each value that they and the loop's condition allow is one that
//      some iteration begins with.
// Steps of a constant length go up or down from the start. Of other operations
// with constants the values are counted out, if the start is a constant, or one
// of some that an outer loop has counted out: halves of it are all that are not
// above it, if those of each start are.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_HOSTLOOPS_H
#define RACEMAP_PLUGIN_HOSTLOOPS_H

#include "passes/map/TermContext.h"
#include "llvm/ADT/SetVector.h"
#include <vector>

namespace racemap {

class HostLoop {
public:
  const map::Variable *Begin = nullptr;
  const map::Term *Start = nullptr;
  /// All that Start can be, where it is no constant; empty if that is not
  /// known.
  std::vector<uint64_t> Starts;
  /// Over Begin.
  const map::Term *Next = nullptr;
  bool Signed = true; ///< a step that overflows is none
  /// What holds when an iteration begins; null: nothing is known. AtEnd: it
  /// is asked after the step instead, the first iteration is free.
  const map::Term *Condition = nullptr;
  bool AtEnd = false;
  /// Every iteration takes the step, and only the condition ends the loop,
  /// whose limit stays the same.
  bool Steady = true;

  struct Facts {
    std::vector<const map::Term *> Hold;
    bool SayAll = false;
  };
  /// Iteration: a new name for the number of steps taken, of Begin's width.
  Facts facts(map::TermContext &Terms, const map::Term *Iteration) const;

private:
  std::optional<int64_t> stepLength() const;
  Facts ofSignedSteps(map::TermContext &Terms, int64_t By,
                      const map::Term *Iteration) const;
  Facts ofUnsignedSteps(map::TermContext &Terms, int64_t By) const;
  Facts countedOut(map::TermContext &Terms,
                   llvm::ArrayRef<uint64_t> From) const;
  bool countOut(map::TermContext &Terms, uint64_t Value,
                llvm::SetVector<uint64_t> &Values, bool &AllDecided) const;
  Facts ofShrinking(map::TermContext &Terms) const;
};

/// The values that one of Facts lists for V: "s == 2 || s == 4"; or none.
std::vector<uint64_t> valuesListed(llvm::ArrayRef<const map::Term *> Facts,
                                   const map::Variable *V);

} // namespace racemap

#endif
