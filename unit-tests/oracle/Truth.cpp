// Truth - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Truth.h"

namespace racemap::oracle {

static void add(Truth &T, const Run &R, const Launch &L,
                const std::string &Values) {
  if (L.Lockstep)
    for (auto &[Key, Pair] : racingPairs(R, L, /*InDoubt=*/false)) {
      auto [Entry, IsNew] = T.Doubtful.try_emplace(Key, Pair);
      Entry->second.Benign = Entry->second.Benign && Pair.Benign;
    }
  for (auto &[Key, Pair] : racingPairs(R, L)) {
    auto [Entry, IsNew] = T.Races.try_emplace(Key, Pair);
    bool Better = Entry->second.Benign && !Pair.Benign;
    if (Better)
      Entry->second = Pair;
    if (IsNew || Better)
      Entry->second.Example += Values.empty() ? "" : " with " + Values;
  }
  for (const Event &E : R.Events) {
    T.GoesOn |= !E.LastEpoch;
    if (E.isOutside())
      T.Outside.insert(E.TheAccess->Id);
  }
  T.Mixed.insert(R.Mixed.begin(), R.Mixed.end());
  T.PassedBy.insert(R.PassedBy.begin(), R.PassedBy.end());
  T.EarlyExit.insert(R.EarlyExit.begin(), R.EarlyExit.end());
  T.Beside.insert(R.Beside.begin(), R.Beside.end());
  if (!T.BlocksConflict)
    forEachConflict(R, L, [&](const Event &A, const Event &B, bool) {
      T.BlocksConflict |= L.blockOf(A.Thread) != L.blockOf(B.Thread);
    });
}

Truth findTruth(const map::Protocol &P, const Launch &L, unsigned Most) {
  Truth T;
  Domains D(P);
  Choices C(D);
  for (unsigned N = 0;; ++N) {
    if (N == Most) {
      T.Complete = false;
      break;
    }
    Run R = Executor(P, L, C).run();
    if (R.StepLimit) { // nothing is claimed about a kernel that does not end
      ++T.EndlessRuns;
      break;
    }
    if (R.AssumptionsHold && !R.isDefined())
      ++T.UndefinedRuns;
    else if (R.AssumptionsHold) {
      ++T.Runs;
      add(T, R, L, C.describe());
    }
    if (!C.next())
      break;
  }
  T.Complete = T.Complete && C.isComplete();
  return T;
}

} // namespace racemap::oracle
