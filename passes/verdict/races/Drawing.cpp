// Drawing - what there is to see of a witness.
//
// Its two threads are run: the ordering barriers that each passes before it
// comes to its access are its way. The two have passed equally many, or nothing
// is drawn: then it is not that what makes the race. Threads near them, by
// their numbers in the block, are run too: what they access at the same two
// places after as many barriers shows the pattern that the two are part of.
// All that is limited: it must not take long, and nobody reads more.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Magnitude.h"
#include "passes/verdict/races/Races.h"
#include <set>

namespace racemap::verdict {

using namespace map;

/// Threads around one of the witness, and accesses drawn of each at a place.
static constexpr unsigned Neighbours = 16, MostOfEach = 2;
/// Statements that one thread may run, and the one of a witness.
static constexpr unsigned StepsOfEach = 1'500, StepsOfWitness = 6'000;
/// Elements between what is drawn and the conflict.
static constexpr uint64_t Far = 256;

/// How often has it come past a barrier when it does its part?
static std::set<unsigned> timesOf(const Trace &T, const Part &Its) {
  std::set<unsigned> Times;
  for (const Trace::Step &S : T.Accesses)
    if (S.What == Its.TheAccess && S.Offset == Its.Offset)
      Times.insert(S.Barriers);
  return Times;
}

/// The first number of barriers after which both do their parts.
static std::optional<unsigned> meeting(const Trace &First, const Part &Mine,
                                       const Trace &Second, const Part &Other) {
  std::set<unsigned> There = timesOf(Second, Other);
  for (unsigned N : timesOf(First, Mine))
    if (There.contains(N))
      return N;
  return std::nullopt;
}

/// Threads of the same block, in the order of their numbers.
static std::vector<ThreadCoordinates> around(const ThreadCoordinates &Who,
                                             const Witness &W) {
  const auto &[X, Y, Z] = W.BlockDim;
  uint64_t Threads = uint64_t(X) * Y * Z;
  uint64_t Mine =
      Who.ThreadIdx[0] +
      uint64_t(X) * (Who.ThreadIdx[1] + uint64_t(Y) * Who.ThreadIdx[2]);
  uint64_t Begin = Mine - std::min<uint64_t>(Mine, Neighbours / 2);
  std::vector<ThreadCoordinates> All;
  for (uint64_t N = Begin; N < std::min(Begin + Neighbours, Threads); ++N)
    All.push_back(
        {Who.BlockIdx,
         {static_cast<uint32_t>(N % X), static_cast<uint32_t>(N / X % Y),
          static_cast<uint32_t>(N / X / Y)}});
  return All;
}

namespace {
/// What threads access at the two places, after so many barriers. Addresses
/// are of the first access's array.
class Touching {
public:
  Touching(const Part &First, const Part &Second, unsigned Barriers, Witness &W)
      : Parts{&First, &Second}, Barriers(Barriers), W(W) {}

  /// The nearest to the conflict at each place.
  void add(const ThreadCoordinates &Who, const Trace &T) {
    for (unsigned Site : {0u, 1u}) {
      if (arrayOf(Site) != arrayOf(0))
        continue;
      std::vector<Trace::Step> Steps;
      for (const Trace::Step &S : T.Accesses)
        if (S.What == Parts[Site]->TheAccess && S.Barriers == Barriers &&
            distance(S, Site) <= Far)
          Steps.push_back(S);
      llvm::sort(Steps, [&](const auto &X, const auto &Y) {
        return std::pair(distance(X, Site), X.Offset) <
               std::pair(distance(Y, Site), Y.Offset);
      });
      for (const Trace::Step &S : llvm::ArrayRef(Steps).take_front(MostOfEach))
        W.Touches.push_back({Who, Site, static_cast<int64_t>(S.Offset)});
    }
  }

private:
  const Array *arrayOf(unsigned Site) const {
    return Parts[Site]->TheAccess->TheArray;
  }
  /// In elements, from the place of the conflict.
  uint64_t distance(const Trace::Step &S, unsigned Site) const {
    return magnitude(static_cast<int64_t>(S.Offset - Parts[Site]->Offset)) /
           std::max(1u, S.What->TheArray->ElementSize);
  }

  const Part *Parts[2];
  unsigned Barriers;
  Witness &W;
};
} // namespace

void Races::draw(const Pair &X, const Part &First, const Part &Second,
                 const solve::Model &M, Witness &W) {
  if (W.Threads.size() != 2 || DrawingSteps == 0)
    return;
  Execution E{P, Launch, W, M, !G.Lockstep};
  const Access *Watched[] = {First.TheAccess, Second.TheAccess};
  auto Orders = [&](const Barrier *B) { return orders(B, X); };
  auto TraceOf = [&](const ThreadCoordinates &Who, unsigned MostSteps,
                     unsigned MostBarriers = ~0u) {
    unsigned Allowed = std::min(MostSteps, DrawingSteps), Left = Allowed;
    Trace T = trace(E, Who, Watched, Orders, MostBarriers, Left);
    DrawingSteps -= Allowed - Left;
    return T;
  };
  Trace Mine = TraceOf(First.Who, StepsOfWitness);
  Trace Other = TraceOf(Second.Who, StepsOfWitness);
  auto Barriers = meeting(Mine, First, Other, Second);
  if (!Barriers)
    return;
  for (Trace *T : {&Mine, &Other}) {
    T->Passages.resize(*Barriers);
    W.Ways.push_back(std::move(T->Passages));
  }
  Touching All(First, Second, *Barriers, W);
  auto Key = [](const ThreadCoordinates &T) {
    return std::pair(T.BlockIdx, T.ThreadIdx);
  };
  std::set<decltype(Key(First.Who))> Done;
  for (const Part *Near : {&First, &Second})
    for (const ThreadCoordinates &Who : around(Near->Who, W))
      if (Done.insert(Key(Who)).second)
        All.add(Who, TraceOf(Who, StepsOfEach, *Barriers));
}

} // namespace racemap::verdict
