// Arrivals - threads that arrive at a barrier and go on, or wait later.
//
// A barrier keeps the clocks of those that have arrived since it completed
// last, and the joined clocks of each time that it has: who waits for a time
// that has been gets them at once.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Thread.h"

namespace racemap::oracle {

using map::Barrier;

/// Of the barrier that the thread has come to.
Executor::BarrierKey Executor::keyOf(unsigned T) const {
  const Thread &X = Threads[T];
  for (const auto &[S, G] : Groups)
    if (S == X.Waiting->TheScope && llvm::is_contained(G, T))
      return {S, X.Number, G.front()};
  llvm_unreachable("every thread is in a group of each scope");
}

bool Executor::meet(unsigned T, const Barrier *B) {
  Thread &X = Threads[T];
  X.Waiting = B;
  X.Number = B->Number ? evaluate(T, B->Number) : 0;
  X.Count.reset();
  if (B->Count)
    X.Count = evaluate(T, B->Count);
  X.Mask = B->Mask ? static_cast<uint32_t>(evaluate(T, B->Mask)) : ~0u;
  switch (B->ThePart) {
  case Barrier::Part::Whole:
    X.TheMode = Thread::Mode::Waits;
    return false;
  case Barrier::Part::Arrival:
    arrive(T, B);
    return true;
  case Barrier::Part::Wait:
    return await(T, B);
  }
  llvm_unreachable("all parts are handled");
}

/// The n-th arrival of each thread is one of the n-th completion. PTX leaves
/// anything else open: "Care must be taken to keep a warp from executing more
/// barrier{.cta} instructions than intended (barrier{.cta}.arrive followed by
/// any other barrier{.cta} instruction to the same barrier) prior to the reset
/// of the barrier. [...] Execution in this case is unpredictable." (PTX ISA,
/// Parallel Synchronization and Communication Instructions: bar, barrier.)
void Executor::countArrival(unsigned T, const BarrierKey &Key) {
  Thread &X = Threads[T];
  size_t Completions = States[Key].Done.size();
  X.Arrivals[Key] = Completions;
  if (X.Count && X.Times[Key] != Completions)
    Out.Mixed.insert(X.Waiting->Id);
  ++X.Times[Key];
}

void Executor::arrive(unsigned T, const Barrier *B) {
  Thread &X = Threads[T];
  BarrierKey Key = keyOf(T);
  BarrierState &State = States[Key];
  State.Arrived.push_back(T);
  join(State.Clock, X.Clock);
  countArrival(T, Key);
  newEpoch(T);
  Group Waiting;
  for (unsigned Other = 0; Other != Threads.size(); ++Other)
    if (Other != T && Threads[Other].waitsAt(B->TheScope) &&
        Threads[Other].hasYetToArrive() && keyOf(Other) == Key)
      Waiting.push_back(Other);
  if (X.Count && State.Arrived.size() + Waiting.size() >= *X.Count)
    finish(State, Key, Waiting, {});
}

bool Executor::await(unsigned T, const Barrier *B) {
  Thread &X = Threads[T];
  BarrierKey Key = keyOf(T);
  auto Arrival = X.Arrivals.find(Key);
  if (Arrival == X.Arrivals.end()) { // of nothing that it has a part in
    Out.Mixed.insert(B->Id);
    return true;
  }
  BarrierState &State = States[Key];
  X.TheMode = Thread::Mode::Waits;
  if (Arrival->second == State.Done.size())
    return false;
  goOn(T, State.Done[Arrival->second]);
  return true;
}

/// What the barrier that it waits at returns.
void Executor::give(unsigned T, const BarrierKey &Key, uint64_t Time) {
  const map::Unknown *Result = Threads[T].Waiting->Result;
  if (!Result)
    return;
  std::vector<uint64_t> Operands;
  for (const map::Term *X : Result->operands())
    Operands.push_back(evaluate(T, X));
  Threads[T].Got[{Result->name().str(), Operands}] = {std::get<unsigned>(Key),
                                                      Time};
}

/// Participants: those that wait since they have arrived.
void Executor::finish(BarrierState &State, const BarrierKey &Key,
                      const Group &Participants, const Group &Returned) {
  bool IsCounted = !Participants.empty() && Threads[Participants.front()].Count;
  if (State.Arrived.empty() && !IsCounted)
    judge(Participants, Returned);
  std::vector<unsigned> Joined = std::move(State.Clock);
  for (const Group *G : {&Participants, &Returned})
    for (unsigned T : *G)
      join(Joined, Threads[T].Clock);
  for (unsigned T : Participants)
    countArrival(T, Key);
  Group Released = Participants;
  for (unsigned T = 0; T != Threads.size(); ++T)
    if (Threads[T].TheMode == Thread::Mode::Waits &&
        !Threads[T].hasYetToArrive() && keyOf(T) == Key &&
        Threads[T].Arrivals[Key] == State.Done.size())
      Released.push_back(T);
  State.Done.push_back(Joined);
  State.Arrived.clear();
  State.Clock.clear();
  for (unsigned T : Released) {
    give(T, Key, State.Done.size());
    goOn(T, Joined);
    ++Threads[T].At;
  }
}

} // namespace racemap::oracle
