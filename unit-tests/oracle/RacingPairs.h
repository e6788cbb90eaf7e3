// RacingPairs - the races of one run.
//
// In:  the events of a run.
// Out: per pair of accesses and relation, whether they race, whether all
//      their races write the same value to the same bytes, and an example.
// Events of one instance of an array are sorted by their first byte; every
// two that overlap, conflict and are not ordered race.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_ORACLE_RACINGPAIRS_H
#define RACEMAP_UNITTESTS_ORACLE_RACINGPAIRS_H

#include "Run.h"
#include <functional>
#include <map>
#include <string>

namespace racemap::oracle {

struct PairKey {
  unsigned First, Second; ///< access Ids, the smaller one first
  bool SameBlock;
  auto operator<=>(const PairKey &) const = default;
};

struct RacingPair {
  bool Benign = true;
  std::string Example;
};

/// Calls See for each two events that touch a common byte, by different
/// threads, not both reads; Ordered: happens-before or atomicity keeps them
/// from being a race.
void forEachConflict(
    const Run &R, const Launch &L,
    llvm::function_ref<void(const Event &, const Event &, bool Ordered)> See,
    bool InDoubt = true);

/// InDoubt: are threads in lockstep ordered where that cannot be told?
std::map<PairKey, RacingPair> racingPairs(const Run &R, const Launch &L,
                                          bool InDoubt = true);

PairKey keyOf(const Event &A, const Event &B, const Launch &L);
/// Do both write the same value to the same bytes?
bool isBenign(const Event &A, const Event &B);

} // namespace racemap::oracle

#endif
