// Judgement - how certain a race is, by what its witness is worth.
//
// The two threads of the witness are run, and all threads of its launch have to
// keep to what is assumed of them (OtherThreads).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/races/Races.h"
#include "passes/verdict/replay/OtherThreads.h"

namespace racemap::verdict {

using namespace map;
using intervals::Reach;
using intervals::Relation;

Part Races::partOf(const Pair &X, unsigned Thread, const TwoThreads &Both,
                   const Query &Q, const Witness &W,
                   const solve::Model &M) const {
  auto Value = [&](const Term *T) {
    const Term *Its = Thread ? Both.second(T) : Both.first(T);
    return solve::evaluate(meant(Its, Q, Both), M);
  };
  const Reach &R = Thread ? *X.B : *X.A;
  const ThreadCoordinates &Who = Thread ? W.Threads.back() : W.Threads.front();
  Part Its{Who, R.TheAccess, Value(R.Offset), {}};
  for (const Term *T : R.Slots)
    Its.Slots.push_back(Value(T));
  return Its;
}

/// Do the two threads come to these places when the protocol is run?
Replayed Races::run(const Pair &X, const TwoThreads &Both, const Query &Q,
                    const Witness &W, const solve::Model &M,
                    Purpose Why) const {
  Part First = partOf(X, 0, Both, Q, W, M),
       Second = partOf(X, 1, Both, Q, W, M);
  Execution E{P, Launch, W, M, !G.Lockstep};
  if (X.In->TheRelation == Relation::OneThread)
    return replayAlone(E, First, Second);
  auto Orders = [&](const Barrier *B) { return orders(B, X); };
  return replay(E, First, Second, Orders, Why);
}

/// A run settles what was approximated if that is only how loops end: not what
/// a barrier does that diverges or waits for nobody knows whom, where an array
/// begins, or what the host passes.
bool Races::isSettledByRun(const Pair &X, const TwoThreads &Both,
                           const Query &Q) const {
  bool AllKnown =
      llvm::all_of(Meeting.places(*X.A, *X.B, Both),
                   [](const auto &At) { return At.second != nullptr; });
  bool ByBarriers = X.In->Why.empty() && // a run knows no warps in lockstep
                    !G.Split &&          // and no arrivals
                    X.In->TheRelation != Relation::OneThread;
  return AllKnown && ByBarriers && Out.Context.Computed.empty() &&
         Q.HostDoubt.empty() && Q.certaintyOfTerms() != Certainty::Possible &&
         llvm::none_of(P.barriers(), [&](const Barrier *B) {
           auto Its = crossing(G, B, X.In->TheRelation, IsConvergent);
           return Its == intervals::Walk::Crossing::Blurred ||
                  Its == intervals::Walk::Crossing::Unclear;
         });
}

/// What the witness is worth, and what makes it doubtful.
std::pair<Certainty, llvm::StringRef>
Races::judge(const Pair &X, const TwoThreads &Both, const Query &Q,
             const Witness &W, const solve::Model &M) const {
  if (!mayAllKeepTo(P, Launch, W, M))
    return {Certainty::Possible, OthersMayNotKeepTo};
  bool IsSure = Q.certainty() != Certainty::Possible;
  if (!IsSure && !isSettledByRun(X, Both, Q))
    return {Certainty::Possible, Q.doubt()};
  switch (
      run(X, Both, Q, W, M, IsSure ? Purpose::Confirms : Purpose::Settles)) {
  case Replayed::AsSaid:
    return {IsSure ? Q.certainty() : Q.certaintyOfTerms(), {}};
  case Replayed::TooLong:
    if (Q.ComeFirst)
      return {Certainty::Possible, "a run that takes too long"};
    return {Q.certainty(), Q.doubt()};
  case Replayed::Differs:
    return {Certainty::Possible,
            IsSure ? "a witness that does not stand up to execution"
                   : Q.doubt()};
  }
  llvm_unreachable("all outcomes are handled");
}

} // namespace racemap::verdict
