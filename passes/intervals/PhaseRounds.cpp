// PhaseRounds - simulations of a few rounds, and where they end.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/intervals/Phases.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap::intervals {

using namespace map;

/// How often the loops run: as a constant, at least once, or any number.
void Phases::findRounds() {
  for (const Role &R : Roles)
    if (R.In && !llvm::is_contained(Loops, R.In))
      Loops.push_back(R.In);
  if (Loops.empty())
    return;
  static constexpr unsigned Enough = 24;
  const Loop *L = Loops.front();
  Environment Env = G.Launch;
  LoopInstance At = firstIteration(L, Env);
  unsigned Rounds = 0;
  const Constant *Holds = nullptr;
  for (; Rounds != Enough; ++Rounds) {
    Holds = llvm::dyn_cast<Constant>(bindLoop(Env, L, At)(L->While));
    if (!Holds || !Holds->value())
      break;
    At = nextIteration(L, G.Loops[L], Env, At);
  }
  LeastRounds = Rounds;
  MostRounds = Holds && !Holds->value() ? Rounds : Rounds + Enough;
}

static llvm::StringRef reasonOf(BarrierSimulation::Outcome Result) {
  switch (Result) {
  case BarrierSimulation::Outcome::Done:
    return "";
  case BarrierSimulation::Outcome::Stuck:
    return "threads wait at this barrier for arrivals that do not come";
  case BarrierSimulation::Outcome::ComesAgain:
    return "threads may arrive at this barrier again before the others have "
           "come";
  case BarrierSimulation::Outcome::NotArrived:
    return "threads wait at this barrier that have not arrived there";
  }
  llvm_unreachable("all outcomes are handled");
}

/// Which barrier a simulation ended at.
const Barrier *Phases::lastOf(const BarrierSimulation &Run) const {
  const Role &R = Roles[Run.troubledRole()];
  size_t Step = Run.troubledStep();
  if (Step < R.Before.size())
    return R.Before[Step]->B;
  Step -= R.Before.size();
  if (Step < R.Inside.size() * Run.rounds())
    return R.Inside[Step % R.Inside.size()]->B;
  return R.Behind[Step - R.Inside.size() * Run.rounds()]->B;
}

bool Phases::simulate() {
  std::vector<BarrierSimulation::Outcome> Results;
  for (unsigned N = LeastRounds; N <= MostRounds; ++N)
    Results.push_back(Runs.emplace_back(Steps, Expected).run(N));
  auto Fails = [](BarrierSimulation::Outcome X) {
    return X != BarrierSimulation::Outcome::Done;
  };
  // Rather one with a round than without.
  auto First =
      std::find_if(Results.begin() + (LeastRounds < std::min(MostRounds, 1u)),
                   Results.end(), Fails);
  if (First == Results.end())
    First = llvm::find_if(Results, Fails);
  if (First == Results.end())
    return true;
  const BarrierSimulation &Run = Runs[First - Results.begin()];
  const Barrier *Last = lastOf(Run);
  const Meeting &Its = of(Last);
  if (Its.Members < Its.Expected)
    fail(Last, std::to_string(Its.Members) +
                   " threads of the block come to the barrier, which waits "
                   "for " +
                   std::to_string(Its.Expected));
  else
    fail(Last, reasonOf(*First));
  TheProblem.IsStuck = *First == BarrierSimulation::Outcome::Stuck;
  const Role &R = Roles[Run.troubledRole()];
  TheProblem.IsSure =
      LeastRounds == MostRounds ||
      (Run.troubledStep() < R.Before.size() + R.Inside.size() &&
       llvm::all_of(Runs, [&](const BarrierSimulation &X) {
         return X.rounds() == 0 ||
                (X.isStuck() && X.troubledRole() == Run.troubledRole() &&
                 X.troubledStep() == Run.troubledStep());
       }));
  return false;
}

} // namespace racemap::intervals
