// Judgement - how certain a race is, by what its witness is worth.
//
// The two threads of the witness are run, and all threads of its launch have to
// keep to what is assumed of them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/Races.h"

namespace racemap::verdict {

using namespace map;
using intervals::Reach;
using intervals::Relation;

/// Do the two threads come to these places when the protocol is run?
Replayed Races::run(const Pair &X, const TwoThreads &Both, const Query &Q,
                    const Witness &W, const solve::Model &M,
                    Purpose Why) const {
  bool IsAlone = X.In->TheRelation == Relation::OneThread;
  auto PartOf = [&](const Reach &R, unsigned Thread) {
    auto Value = [&](const Term *T) {
      const Term *Its = Thread ? Both.second(T) : Both.first(T);
      return solve::evaluate(meant(Its, Q, Both), M);
    };
    Part Its{W.Threads[IsAlone ? 0 : Thread], R.TheAccess, Value(R.Offset), {}};
    for (const Term *T : R.Slots)
      Its.Slots.push_back(Value(T));
    return Its;
  };
  Execution E{P, Meeting.overlaps(), W, M, !G.Lockstep};
  if (IsAlone)
    return replayAlone(E, PartOf(*X.A, 0), PartOf(*X.B, 1));
  auto Orders = [&](const Barrier *B) { return orders(B, X); };
  return replay(E, PartOf(*X.A, 0), PartOf(*X.B, 1), Orders, Why);
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
         Q.certaintyOfTerms() != Certainty::Possible &&
         llvm::none_of(P.barriers(), [&](const Barrier *B) {
           auto Its = crossing(G, B, X.In->TheRelation, IsConvergent);
           return Its == intervals::Walk::Crossing::Blurred ||
                  Its == intervals::Walk::Crossing::Unclear;
         });
}

/// Does every thread of the witness's launch keep to what is assumed of it? In
/// large launches nobody looks.
bool Races::isAssumedOfAll(const Witness &W, const solve::Model &M) const {
  static constexpr uint64_t MostThreads = 1u << 14;
  uint64_t Threads = 1;
  std::array<uint32_t, 6> Sizes;
  for (unsigned I = 0; I != 6; ++I) {
    Sizes[I] = I < 3 ? W.BlockDim[I] : W.GridDim[I - 3];
    Threads *= Sizes[I];
  }
  if (!Launch.assumesOfIndices() || Threads > MostThreads)
    return true;
  for (uint64_t N = 0; N != Threads; ++N) {
    LaunchFacts::Indices Thread;
    for (uint64_t I = 0, Rest = N; I != 6; Rest /= Sizes[I++])
      Thread[I] = P.terms().constant(32, Rest % Sizes[I]);
    for (const Term *X : Launch.assumedOf(Thread))
      if (!solve::evaluate(X, M))
        return false;
  }
  return true;
}

/// What the witness is worth, and what makes it doubtful.
std::pair<Certainty, llvm::StringRef>
Races::judge(const Pair &X, const TwoThreads &Both, const Query &Q,
             const Witness &W, const solve::Model &M) const {
  if (!isAssumedOfAll(W, M))
    return {Certainty::Possible, "an assumption is false for another thread"};
  bool IsSure = Q.certainty() != Certainty::Possible;
  if (!IsSure && !isSettledByRun(X, Both, Q))
    return {Certainty::Possible, Q.Approximation};
  switch (
      run(X, Both, Q, W, M, IsSure ? Purpose::Confirms : Purpose::Settles)) {
  case Replayed::AsSaid:
    return {Q.certaintyOfTerms(), {}};
  case Replayed::TooLong:
    if (Q.ComeFirst)
      return {Certainty::Possible, "a run that takes too long"};
    return {Q.certainty(), Q.Approximation};
  case Replayed::Differs:
    return {Certainty::Possible,
            IsSure ? "a witness that does not stand up to execution"
                   : Q.Approximation};
  }
  llvm_unreachable("all outcomes are handled");
}

} // namespace racemap::verdict
