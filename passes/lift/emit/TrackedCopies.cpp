// TrackedCopies - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/emit/TrackedCopies.h"
#include "passes/map/BarrierNumbers.h"

namespace racemap::lift {

using namespace llvm;

void TrackedCopies::State::join(const State &Other) {
  bool Differ = TheCopies == Copies::Tracked &&
                Other.TheCopies == Copies::Tracked && By != Other.By;
  TheCopies = Differ ? Copies::Open : std::max(TheCopies, Other.TheCopies);
  if (!By)
    By = Other.By;
  if (TheCopies == Copies::Open)
    By = nullptr;
  Pending.insert(Other.Pending.begin(), Other.Pending.end());
}

void TrackedCopies::giveUp(const State &At) {
  GivenUp.insert(At.Pending.begin(), At.Pending.end());
}

void TrackedCopies::meet(const map::Barrier &B, State &At) {
  using Copies = State::Copies;
  if (!map::isOfObject(&B))
    return;
  bool Waits = B.ThePart == map::Barrier::Part::Whole;
  bool IsTracked = At.TheCopies == Copies::Tracked && At.By == B.Number;
  Copies Now = IsTracked && Waits             ? Copies::Tracked
               : At.TheCopies == Copies::None ? Copies::None
                                              : Copies::Open;
  Copies &Its = Met.try_emplace(&B, Copies::None).first->second;
  Its = std::max(Its, Now);
  if (Its != Copies::Tracked)
    return giveUp(At);
  Waited.insert(At.Pending.begin(), At.Pending.end());
  At = State();
}

/// Until nothing new comes to its beginning.
void TrackedCopies::runLoop(const map::Loop &L, State &At) {
  State Begin = At, Before;
  Left[&L] = State();
  do {
    Before = Begin;
    State End = Begin;
    run(L.Body, End);
    Begin.join(End);
  } while (!(Begin == Before));
  At = Begin;
  At.join(Left.lookup(&L));
}

void TrackedCopies::run(const map::Stmt &S, State &At) {
  using Copies = State::Copies;
  switch (S.kind()) {
  case map::Stmt::Kind::Access:
    if (cast<map::Access>(S).Asynchronous) {
      At.TheCopies = Copies::Open;
      At.By = nullptr;
    }
    return;
  case map::Stmt::Kind::AsyncGroup:
    return; // of copies that go on, some may be done
  case map::Stmt::Kind::Barrier:
    return meet(cast<map::Barrier>(S), At);
  case map::Stmt::Kind::Gap:
    if (const map::Term *Number = Tracking.lookup(&S)) {
      At.TheCopies = Copies::Tracked;
      At.By = Number;
      At.Pending.insert(&S);
    }
    return;
  case map::Stmt::Kind::If: {
    const auto &If = cast<map::If>(S);
    State Else = At;
    run(If.Then, At);
    run(If.Else, Else);
    return At.join(Else);
  }
  case map::Stmt::Kind::Loop:
    return runLoop(cast<map::Loop>(S), At);
  case map::Stmt::Kind::Leave:
    Left[cast<map::Leave>(S).Target].join(At);
    At = State();
    return;
  case map::Stmt::Kind::Fence:
  case map::Stmt::Kind::Exchange:
  case map::Stmt::Kind::Given:
    return;
  }
}

void TrackedCopies::run(const map::Sequence &S, State &At) {
  for (const map::Stmt *X : S)
    run(*X, At);
}

void TrackedCopies::rewrite(map::Protocol &P, map::Sequence &S) const {
  map::Sequence New;
  for (map::Stmt *X : S) {
    if (auto *If = dyn_cast<map::If>(X)) {
      rewrite(P, If->Then);
      rewrite(P, If->Else);
    } else if (auto *L = dyn_cast<map::Loop>(X)) {
      rewrite(P, L->Body);
    }
    const auto *B = dyn_cast<map::Barrier>(X);
    if (B && Met.lookup(B) == State::Copies::Tracked)
      for (std::optional<unsigned> Pending : {std::optional<unsigned>(), {0}}) {
        auto *Group = P.make<map::AsyncGroup>();
        Group->Pending = Pending;
        Group->Where = B->Where;
        New.push_back(Group);
      }
    if (!Waited.count(X) || GivenUp.count(X))
      New.push_back(X);
  }
  S = std::move(New);
}

void TrackedCopies::resolve(map::Protocol &P) {
  if (Tracking.empty())
    return;
  State At;
  run(P.Body, At);
  At.join(Left.lookup(nullptr));
  giveUp(At);
  rewrite(P, P.Body);
}

} // namespace racemap::lift
