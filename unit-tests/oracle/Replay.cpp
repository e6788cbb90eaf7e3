// Replay - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Replay.h"
#include "Choices.h"
#include "RacingPairs.h"

namespace racemap::oracle {

using namespace map;
using verdict::Witness;

namespace {
/// What the witness says, and for the rest Choices or zero.
class WitnessContents : public Contents {
public:
  WitnessContents(const Witness &W, Choices &Rest) : W(W), Rest(Rest) {}

  uint64_t parameter(const Variable *V) override {
    for (const Witness::Named &N : W.Values)
      if (N.Name == V->name())
        return static_cast<uint64_t>(N.Value);
    return Rest.parameter(V);
  }

  uint64_t unknown(const Unknown *U, unsigned,
                   llvm::ArrayRef<uint64_t> Operands) override {
    if (U->cause() != Cause::Input)
      return 0;
    auto Size = static_cast<int64_t>(U->array()->ElementSize);
    auto Offset = static_cast<int64_t>(Operands.back());
    for (const Witness::InputValue &I : W.Inputs)
      if (I.Array == U->array()->Name && I.Index == Offset / Size)
        return static_cast<uint64_t>(I.Value);
    auto Said = Rest.said(U, Operands.back());
    return Said ? Said->Values.front() : 0;
  }

  uint64_t returned(const Unknown *, unsigned, uint64_t) override { return 0; }

private:
  const Witness &W;
  Choices &Rest;
};
} // namespace

static std::optional<unsigned> numberOf(const verdict::ThreadCoordinates &T,
                                        const Launch &L) {
  for (unsigned N = 0; N != L.threads(); ++N)
    if (L.threadIdx(N) == T.ThreadIdx && L.blockIdx(N) == T.BlockIdx)
      return N;
  return std::nullopt;
}

namespace {
struct Wanted {
  unsigned Thread, Access;
  bool operator==(const Wanted &) const = default;
};
} // namespace

static bool hasRace(const Run &R, const Launch &L, Wanted A, Wanted B,
                    int64_t Address) {
  bool Found = false;
  forEachConflict(R, L, [&](const Event &X, const Event &Y, bool Ordered) {
    Wanted First{X.Thread, X.TheAccess->Id}, Second{Y.Thread, Y.TheAccess->Id};
    bool Same = (First == A && Second == B) || (First == B && Second == A);
    auto Holds = [&](const Event &E) {
      return Address >= E.Offset &&
             Address < E.Offset + int64_t(E.TheAccess->Size);
    };
    Found |= Same && !Ordered && Holds(X) && Holds(Y);
  });
  return Found;
}

static bool isOutside(const Run &R, Wanted A, int64_t Address) {
  return llvm::any_of(R.Events, [&](const Event &E) {
    return Wanted{E.Thread, E.TheAccess->Id} == A && E.Offset == Address &&
           E.isOutside();
  });
}

/// The threads of the witness with their accesses; none if they are not
/// different threads of the launch.
static std::vector<Wanted> partsOf(const Witness &W, const Launch &L,
                                   const std::vector<unsigned> &Accesses) {
  std::vector<Wanted> All;
  for (auto [T, Access] : llvm::zip_equal(W.Threads, Accesses)) {
    auto Number = numberOf(T, L);
    if (!Number || (!All.empty() && All.back().Thread == *Number))
      return {};
    All.push_back({*Number, Access});
  }
  return All;
}

std::string replay(const Protocol &P, const verdict::Finding &F,
                   const std::vector<unsigned> &Accesses) {
  const Witness &W = F.TheWitness;
  uint64_t Threads = 1;
  for (unsigned D : {0u, 1u, 2u})
    Threads =
        std::min<uint64_t>(Threads * W.BlockDim[D], 1u << 20) * W.GridDim[D];
  if (Threads > MostThreads)
    return "";
  Launch L{W.BlockDim, W.GridDim, {1, 1, 1}};
  bool IsAlone = F.Relation == Scope::Thread;
  if ((!IsAlone && W.Threads.size() != Accesses.size()) || !W.Address)
    return "the witness lacks threads or the address";
  std::vector<Wanted> Parts =
      partsOf(W, L, IsAlone ? std::vector{Accesses.front()} : Accesses);
  if (IsAlone && !Parts.empty() && Accesses.size() == 2)
    Parts.push_back({Parts.front().Thread, Accesses[1]});
  if (Parts.empty())
    return "the witness's threads are not different ones of the launch";
  auto Happens = [&](const Run &R) {
    return Parts.size() == 1 ? isOutside(R, Parts[0], *W.Address)
                             : hasRace(R, L, Parts[0], Parts[1], *W.Address);
  };
  Domains D(P);
  Choices Rest(D);
  std::string Wrong = "no run fits the witness's values";
  do {
    WitnessContents C(W, Rest);
    Run R = Executor(P, L, C).run();
    if (R.StepLimit)
      return "";
    if (!R.AssumptionsHold)
      continue;
    if (llvm::any_of(Parts, [&](Wanted X) { return R.Broke[X.Thread]; }))
      Wrong = "the witness's threads break a promise";
    else if (Happens(R))
      return "";
    else
      Wrong = "the witness's threads do not do that there";
  } while (Rest.next());
  return Wrong;
}

} // namespace racemap::oracle
