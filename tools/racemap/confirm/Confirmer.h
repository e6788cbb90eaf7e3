// Confirmer - `racemap check --confirm`: the findings of a unit, run.
//
// In:  a unit's results.
// Out: the same with a Confirmation for each finding that is shown, `confirmed`
//      where a run has shown it, lines that say so, and what is wrong with
//      RaceMap: a provable finding that ran and was not seen.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_CONFIRM_CONFIRMER_H
#define RACEMAP_TOOLS_RACEMAP_CONFIRM_CONFIRMER_H

#include "tools/racemap/confirm/ReplayRun.h"
#include "llvm/Support/JSON.h"

namespace racemap {

/// How many findings have come to what.
struct ConfirmationCounts {
  unsigned Confirmed = 0, Beside = 0, NotSeen = 0, NotRun = 0;

  unsigned total() const { return Confirmed + Beside + NotSeen + NotRun; }
  void add(const verdict::Confirmation &C);
  void add(const ConfirmationCounts &Other);
  /// "4 findings were to be run: 2 confirmed, 1 not seen, 1 not run"
  std::string text() const;
};

/// What there is to say of a unit's findings.
struct Confirmed {
  ConfirmationCounts Counts;
  std::string Text;              ///< lines, with the reports of the runs
  std::vector<std::string> Bugs; ///< of RaceMap, a line each
};

/// A line: where the finding is, what it has come to, and what it says of
/// itself; the run's report, indented.
std::string describe(const Trial &T);
/// What to do about a finding that a run should have shown; empty if it is no
/// such finding.
std::string bugIn(const Trial &T);

class Confirmer {
public:
  Confirmer(const Toolchain &T, Processes &Programs, uint64_t Orders)
      : T(T), Programs(Programs), Orders(Orders) {}

  /// Level: of the findings that are run; hidden ones are not. The error says
  /// why none could be.
  llvm::Error confirm(llvm::json::Value &Results, verdict::Certainty Level,
                      Confirmed &Out) const;

private:
  const Toolchain &T;
  Processes &Programs;
  uint64_t Orders;
};

} // namespace racemap

#endif
