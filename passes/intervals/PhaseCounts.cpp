// PhaseCounts - what a thread knows of barriers where it accesses memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/intervals/Phases.h"

namespace racemap::intervals {

using namespace map;

/// Values of the rounds from the first: how they grow, after a few of them.
/// Null if that is not to be seen.
const Term *Phases::fit(const Table &Values, const Loop *L, unsigned First) {
  static constexpr size_t MostSingle = 8;
  size_t Last = Values.size() - 1;
  auto Number = [&](int64_t N) { return T.constant(64, N); };
  if (Last == 0)
    return Number(Values[0]);
  int64_t Slope = int64_t(Values[Last]) - Values[Last - 1];
  size_t From = Last;
  while (From > 0 && int64_t(Values[From]) - Values[From - 1] == Slope)
    --From;
  if (From > MostSingle || (From + 2 > Last && MostRounds != LeastRounds))
    return nullptr;
  const Term *Round = T.resizeUnsigned(L->Counter, 64);
  const Term *Value =
      T.add(T.mul(Round, Number(Slope), NoSignedWrap),
            Number(int64_t(Values[From]) - Slope * int64_t(From + First)),
            NoSignedWrap);
  for (size_t I = From; I-- > 0;)
    Value = T.ite(T.eq(Round, Number(I + First)), Number(Values[I]), Value);
  return Value;
}

/// Of a thread of the role at A.
Phases::Counts Phases::countsAt(const Access *A, unsigned Number,
                                unsigned Meeting) {
  const Role &R = Roles[Number];
  unsigned At = G.Where.position(A);
  auto Passed = [&](const std::vector<const Point *> &All) {
    return llvm::count_if(
        All, [&](const Point *X) { return G.Where.position(X->B) < At; });
  };
  bool IsInside = R.In && llvm::is_contained(G.Where.pathTo(A), R.In);
  bool IsBehind = R.In && !IsInside && G.Where.position(R.In) < At;
  size_t Before = Passed(R.Before), Inside = Passed(R.Inside),
         Behind = Passed(R.Behind);
  Table Arrived, Over;
  auto See = [&](const BarrierSimulation &Run, size_t Steps) {
    Arrived.push_back(Run.arrived(Number, Steps, Meeting));
    Over.push_back(Run.over(Number, Steps, Meeting));
  };
  if (IsInside && MostRounds == 0) // never reached
    return {T.constant(64, 0), T.constant(64, 0)};
  if (IsInside)
    for (unsigned Round = 0; Round != MostRounds; ++Round)
      See(Runs.back(), R.Before.size() + Round * R.Inside.size() + Inside);
  else
    for (unsigned N = LeastRounds; N <= MostRounds; ++N)
      See(Runs[N - LeastRounds],
          IsBehind ? R.Before.size() + N * R.Inside.size() + Behind : Before);
  if (!IsInside && !IsBehind) {
    // It has no round, and may know of those of others.
    IsPartial |= !llvm::all_equal(Over);
    return {T.constant(64, Arrived.front()),
            T.constant(64, *llvm::min_element(Over))};
  }
  unsigned First = IsInside ? 0 : LeastRounds;
  return {fit(Arrived, R.In, First), fit(Over, R.In, First)};
}

void Phases::describe(const Access *A) {
  std::vector<Counts> &All = AtAccess[A->Id];
  for (unsigned M = 0; M != Meetings.size(); ++M) {
    Counts Its{T.constant(64, 0), T.constant(64, 0)};
    for (unsigned R = 0; R != Roles.size(); ++R) {
      Counts New = countsAt(A, R, M);
      if (!New.Arrived || !New.Over) {
        fail(Meetings[M].Points.front(), "how often threads come to a barrier");
        return;
      }
      const Term *Is = Roles[R].Condition;
      Its = {T.ite(Is, New.Arrived, Its.Arrived),
             T.ite(Is, New.Over, Its.Over)};
    }
    All.push_back(Its);
  }
}

} // namespace racemap::intervals
