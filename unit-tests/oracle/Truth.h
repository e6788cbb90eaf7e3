// Truth - what the executor finds over all runs of a protocol.
//
// In:  a protocol and a launch.
// Out: the races, accesses outside of arrays, divergent barriers and early
//      exits of any run, over all values of parameters and inputs. Runs in
//      which an assumption is false or a promise is broken do not count.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_ORACLE_TRUTH_H
#define RACEMAP_UNITTESTS_ORACLE_TRUTH_H

#include "Choices.h"
#include "RacingPairs.h"

namespace racemap::oracle {

struct Truth {
  std::map<PairKey, RacingPair> Races;
  std::map<PairKey, RacingPair> Doubtful; ///< in lockstep: all that may be
  std::set<unsigned> Mixed, PassedBy, EarlyExit, Beside; ///< see Run
  std::set<unsigned> Outside;  ///< accesses that leave their arrays
  bool GoesOn = false;         ///< an access that its thread never waits for
  bool BlocksConflict = false; ///< racing or not, atomics included
  bool Complete = true;        ///< all values were tried
  unsigned Runs = 0;           ///< that count
  unsigned UndefinedRuns = 0, EndlessRuns = 0;

  bool isDivergent() const { return !Mixed.empty() || !PassedBy.empty(); }
  bool isRacy() const {
    return llvm::any_of(Races, [](const auto &R) { return !R.second.Benign; });
  }
};

/// Most: how many runs to try.
Truth findTruth(const map::Protocol &P, const Launch &L, unsigned Most);

} // namespace racemap::oracle

#endif
