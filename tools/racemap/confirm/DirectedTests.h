// DirectedTests - `racemap check --try=SECONDS`: what is undecided, run.
//
// In:  a unit's results, with candidate launches of what is unknown.
// Out: the same. A possible finding whose witness has shown its race is
//      `confirmed`; a race of an unknown kernel that a candidate launch has
//      shown is a new finding, possible and `confirmed`. All else stays.
//
// The seconds are a limit of effort: so many launches as an ordinary machine
// makes in that time, chosen before the first one, so that the outcome does not
// depend on the machine. Witnesses come first, then the first candidate of each
// unknown context, then the second, and so on: each with arrays of zeros, then
// with small numbers made up by a seed, which is said. A kernel that has shown
// a race is not tried further. A launch that leaves the memory which it was
// given shows nothing: it may be one that nobody makes. A race that the source,
// the configuration file or a baseline leaves out is hidden, as findings are.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_CONFIRM_DIRECTEDTESTS_H
#define RACEMAP_TOOLS_RACEMAP_CONFIRM_DIRECTEDTESTS_H

#include "passes/driver/Options.h"
#include "tools/racemap/confirm/ReplayRun.h"
#include "llvm/Support/JSON.h"

namespace racemap {

/// What has come of it.
struct Tried {
  unsigned Launches = 0, Kernels = 0;   ///< that were run
  unsigned Unknown = 0, Settled = 0;    ///< kernels; those with a race now
  unsigned Possible = 0, Confirmed = 0; ///< findings
  unsigned NotRun = 0;                  ///< launches that could not be made
  std::string Text;                     ///< lines, with the reports of the runs

  void add(const Tried &Other);
  /// "12 launches of 3 kernels were tried: ..."
  std::string text() const;
  bool hasShown() const { return Settled || Confirmed; }
};

class DirectedTests {
public:
  /// Such launches count as a second's.
  static constexpr uint64_t LaunchesPerSecond = 2;

  /// O: of the unit's file.
  DirectedTests(const Toolchain &T, Processes &Programs, const Options &O)
      : T(T), Programs(Programs), O(O) {}

  /// The error says why nothing could be tried.
  llvm::Error run(llvm::json::Value &Results, Tried &Out) const;

private:
  const Toolchain &T;
  Processes &Programs;
  const Options &O;
};

} // namespace racemap

#endif
