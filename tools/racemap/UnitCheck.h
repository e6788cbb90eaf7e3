// UnitCheck - analyses one unit of a project.
//
// Its source with all it includes is put together, and if that and all else are
// what they were, the last run's result is taken; otherwise clang analyses it,
// and is told what other units call.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_UNITCHECK_H
#define RACEMAP_TOOLS_RACEMAP_UNITCHECK_H

#include "Process.h"
#include "UnitCache.h"
#include "confirm/Confirmer.h"
#include "confirm/DirectedTests.h"

namespace racemap {

/// What came of one unit: a result, or an error that says why there is none.
struct UnitOutcome {
  UnitResult Result;
  Confirmed Runs;      ///< of its witnesses, if they were to be run
  Tried Tests;         ///< if something was to be tried
  std::string Error;   ///< empty: there is a result
  std::string Problem; ///< something beside the result
  bool IsUnchanged = false;
};

class UnitCheck {
public:
  UnitCheck(const Toolchain &T, const Request &R, const UnitCache &Cache,
            Processes &Programs)
      : T(T), R(R), Cache(Cache), Programs(Programs) {}

  UnitOutcome check(const CudaUnit &U, const CallsOfOthers &Told);
  /// What is to be run of its findings, and what is to be tried. Each time:
  /// what is kept is what the analysis says.
  void run(const CudaUnit &U, UnitOutcome &Outcome);

private:
  std::string keyOf(const CudaUnit &U, const CallsOfOthers &Told);
  /// Known: what was decided before, of which the text is made anew, or null.
  UnitOutcome analyse(const CudaUnit &U, const UnitResult *Known,
                      const CallsOfOthers &Told);

  const Toolchain &T;
  const Request &R;
  const UnitCache &Cache;
  Processes &Programs;
};

} // namespace racemap

#endif
