// BarrierSimulation - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/intervals/BarrierSimulation.h"

namespace racemap::intervals {

using Part = map::Barrier::Part;

BarrierSimulation::Step BarrierSimulation::Role::at(size_t Index,
                                                    unsigned Rounds) const {
  if (Index < Before.size())
    return Before[Index];
  Index -= Before.size();
  if (Index < Rounds * Inside.size())
    return Inside[Index % Inside.size()];
  return Behind[Index - Rounds * Inside.size()];
}

static void join(std::vector<unsigned> &Into, llvm::ArrayRef<unsigned> From) {
  for (size_t I = 0; I != From.size(); ++I)
    Into[I] = std::max(Into[I], From[I]);
}

BarrierSimulation::BarrierSimulation(llvm::ArrayRef<Role> Roles,
                                     llvm::ArrayRef<unsigned> Expected)
    : Roles(Roles), Expected(Expected),
      IsMember(Expected.size(), std::vector<bool>(Roles.size(), false)) {
  for (unsigned R = 0; R != Roles.size(); ++R)
    for (const auto *All :
         {&Roles[R].Before, &Roles[R].Inside, &Roles[R].Behind})
      for (const Step &S : *All)
        IsMember[S.Meeting][R] = true;
}

/// No phase ends of a barrier that counts more threads than come: it completes
/// with arrivals of several rounds, if it does.
unsigned BarrierSimulation::over(const Knowledge &K, unsigned Meeting) const {
  unsigned Least = ~0u, Members = 0;
  for (unsigned R = 0; R != Roles.size(); ++R)
    if (IsMember[Meeting][R]) {
      Least = std::min(Least, K.Others[Meeting * Roles.size() + R]);
      Members += Roles[R].Threads;
    }
  return Members < Expected[Meeting] || Members == 0 ? 0 : Least;
}

void BarrierSimulation::arrive(unsigned R, unsigned Meeting) {
  Place &At = Places[Meeting];
  At.Arrived += Roles[R].Threads;
  ++Now[R].Arrived[Meeting];
  join(At.Theirs, Now[R].Others);
  // All threads of the role come, so all have come where they were before.
  for (size_t M = 0; M != Places.size(); ++M) {
    unsigned &Known = At.Theirs[M * Roles.size() + R];
    Known = std::max(Known, Now[R].Arrived[M]);
  }
  if (At.Arrived != Expected[Meeting])
    return;
  At.Arrived = 0;
  At.Done.push_back(At.Theirs);
}

/// Does the next step of the role, if that is possible.
bool BarrierSimulation::advance(unsigned R) {
  size_t Index = Trace[R].size() - 1;
  if (Index == Roles[R].length(Rounds))
    return false;
  Step S = Roles[R].at(Index, Rounds);
  if (S.Part != Part::Wait && !HasArrived[R]) {
    if (over(Now[R], S.Meeting) < Now[R].Arrived[S.Meeting])
      Result = Outcome::ComesAgain;
    else
      arrive(R, S.Meeting);
  }
  if (S.Part == Part::Wait && !Now[R].Arrived[S.Meeting])
    Result = Outcome::NotArrived;
  if (Result != Outcome::Done) {
    Troubled = R;
    return false;
  }
  HasArrived[R] = S.Part == Part::Whole;
  if (S.Part != Part::Arrival) {
    const Place &At = Places[S.Meeting];
    unsigned Phase = Now[R].Arrived[S.Meeting] - 1;
    if (Phase >= At.Done.size())
      return false;
    join(Now[R].Others, At.Done[Phase]);
  }
  HasArrived[R] = false;
  Trace[R].push_back(Now[R]);
  return true;
}

BarrierSimulation::Outcome BarrierSimulation::run(unsigned HowOften) {
  Rounds = HowOften;
  std::vector<unsigned> Zero(Expected.size(), 0);
  std::vector<unsigned> None(Expected.size() * Roles.size(), 0);
  Places.assign(Expected.size(), {0, None, {}});
  Now.assign(Roles.size(), {Zero, None});
  HasArrived.assign(Roles.size(), false);
  Trace.assign(Roles.size(), {{Zero, None}});
  for (bool Any = true; Any && Result == Outcome::Done;) {
    Any = false;
    for (unsigned R = 0; R != Roles.size() && Result == Outcome::Done; ++R)
      while (Result == Outcome::Done && advance(R))
        Any = true;
  }
  for (unsigned R = 0; R != Roles.size() && Result == Outcome::Done; ++R)
    if (Trace[R].size() - 1 != Roles[R].length(Rounds)) {
      Troubled = R;
      Result = Outcome::Stuck;
    }
  return Result;
}

} // namespace racemap::intervals
