// UnitCheck - analyses one unit of a project.
//
// Its source with all it includes is put together, and if that and all else are
// what they were, the last run's result is taken; otherwise clang analyses it.
// The first time, a unit is analysed by itself; once it is known what other
// units pass to its functions, with that.
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
  std::string Key; ///< of what is kept of it; empty: nothing is
  std::optional<UnitCache::Stage> KeptAs;
};

class UnitCheck {
public:
  UnitCheck(const Toolchain &T, const Request &R, const UnitCache &Cache,
            Processes &Programs)
      : T(T), R(R), Cache(Cache), Programs(Programs) {}

  UnitOutcome alone(const CudaUnit &U);
  /// What a unit that wants its callers comes to, if these are the calls of
  /// other units, or if there are none.
  UnitOutcome called(const CudaUnit &U, UnitOutcome Alone,
                     const std::optional<llvm::json::Value> &Calls);
  /// What is to be run of its findings, and what is to be tried. Each time:
  /// what is kept is what the analysis says.
  void run(const CudaUnit &U, UnitOutcome &Outcome);

private:
  std::string keyOf(const CudaUnit &U);
  /// What is kept of the unit with the key, if anything is.
  UnitOutcome find(const CudaUnit &U, std::string Key);
  /// Has the unit analysed, unless nothing has changed, and keeps that. Calls:
  /// what other units pass, or null.
  UnitOutcome decide(const CudaUnit &U, UnitOutcome Known,
                     const llvm::json::Value *Calls);
  /// Known: what was decided before, of which the text is made anew, or null.
  UnitOutcome analyse(const CudaUnit &U, const UnitResult *Known,
                      const llvm::json::Value *Calls);
  void keep(const CudaUnit &U, UnitOutcome &Outcome, UnitCache::Stage S);

  const Toolchain &T;
  const Request &R;
  const UnitCache &Cache;
  Processes &Programs;
};

} // namespace racemap

#endif
