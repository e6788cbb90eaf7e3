// OtherThreads - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/replay/OtherThreads.h"
#include "passes/map/Traversal.h"
#include "passes/verdict/replay/ThreadRun.h"

namespace racemap::verdict {

using namespace map;

namespace {

constexpr uint64_t MostThreads = 1u << 16;

/// Does Holds say yes to each thread of W's launch? Along an index that the
/// terms do not mention, all threads are alike, and one stands for them. No if
/// too many differ to look at them.
bool holdsOfAll(const Witness &W, llvm::ArrayRef<const Term *> Terms,
                llvm::function_ref<bool(const ThreadCoordinates &)> Holds) {
  std::array<uint32_t, 6> Sizes = {1, 1, 1, 1, 1, 1};
  forEachNode(Terms, [&](const Term *T) {
    const auto *V = llvm::dyn_cast<Variable>(T);
    if (!V || !V->isIndex())
      return;
    auto I = static_cast<unsigned>(V->builtin());
    Sizes[I] = I < 3 ? W.BlockDim[I] : W.GridDim[I - 3];
  });
  uint64_t Threads = 1;
  for (uint32_t Size : Sizes)
    if ((Threads *= Size) > MostThreads)
      return false;
  for (uint64_t N = 0; N != Threads; ++N) {
    ThreadCoordinates Who;
    uint64_t Rest = N;
    for (unsigned I = 0; I != 6; Rest /= Sizes[I++])
      (I < 3 ? Who.ThreadIdx[I] : Who.BlockIdx[I - 3]) = Rest % Sizes[I];
    if (!Holds(Who))
      return false;
  }
  return true;
}

/// What may be in memory where the witness says nothing: zeros, in each element
/// its number, or a number that a condition mentions, or one that is next to
/// it.
std::vector<Filling> proposals(const Execution &E,
                               llvm::ArrayRef<const Term *> Conditions) {
  std::vector<Filling> All = {{}, {.IsIndex = true}};
  forEachNode(Conditions, [&](const Term *T) {
    std::optional<uint64_t> Its;
    if (const auto *C = llvm::dyn_cast<Constant>(T))
      Its = C->value();
    else if (const auto *V = llvm::dyn_cast<Variable>(T))
      if (V->role() == Variable::Role::Parameter)
        Its = E.M.lookup(V);
    if (!Its)
      return;
    for (uint64_t N : {*Its, *Its - 1, *Its + 1})
      if (!llvm::is_contained(All, Filling{.Value = N}))
        All.push_back({.Value = N});
  });
  return All;
}

/// Does no thread break what is given, if this is in memory?
bool allKeepToGiven(const Execution &E, const Landmarks &Marks,
                    InitialMemory In) {
  auto OrdersNone = [](const Barrier *) { return false; };
  unsigned Steps = 0;
  return holdsOfAll(E.W, termsIn(E.P.Body), [&](const ThreadCoordinates &Who) {
    Part None{Who, nullptr, 0, {}};
    ThreadRun One(E, Marks, In, None, OrdersNone, Purpose::Confirms);
    One.StepsAllowed -= Steps;
    One.run();
    Steps += One.Steps;
    return !One.IsExcluded && !One.MissesGiven && !In.contradicts();
  });
}

/// What names can be for the threads of a witness's launch.
class LaunchRanges : public Ranges {
public:
  explicit LaunchRanges(const Execution &E) : E(E) {}

private:
  Interval rangeOf(const Variable *V) override {
    if (V->role() == Variable::Role::Builtin) {
      auto I = static_cast<unsigned>(V->builtin()) % 6;
      int64_t Size = I < 3 ? E.W.BlockDim[I] : E.W.GridDim[I - 3];
      return V->isIndex() ? Interval{0, Size - 1} : Interval{Size, Size};
    }
    uint64_t Value = E.M.lookup(V);
    return V->role() == Variable::Role::Parameter ? Interval{Value, Value}
                                                  : Ranges::rangeOf(V);
  }

  const Execution &E;
};

/// What is given, but for what is true of any thread that comes anywhere.
std::vector<const Term *> conditionsOf(const Execution &E) {
  LaunchRanges InLaunch(E);
  std::vector<const Term *> Conditions;
  forEachStmt(E.P.Body, [&](const Stmt *S) {
    const auto *G = llvm::dyn_cast<Given>(S);
    if (G && !InLaunch.isAlwaysTrue(G->Condition))
      Conditions.push_back(G->Condition);
  });
  return Conditions;
}

/// Is there something in memory, what the witness says included, with which no
/// thread breaks what is given? Of a thread that comes to what others may have
/// written, nobody knows.
bool mayKeepToGiven(const Execution &E) {
  auto Conditions = conditionsOf(E);
  if (Conditions.empty())
    return true;
  Landmarks Marks(E.P);
  auto Works = [&](Filling Rest) {
    return allKeepToGiven(E, Marks, InitialMemory(E.Launch, E.M, Rest));
  };
  return llvm::any_of(proposals(E, Conditions), Works);
}

bool allAreAsAssumed(TermContext &Terms, const LaunchFacts &Launch,
                     const Witness &W, const solve::Model &M) {
  auto IsAsAssumed = [&](const ThreadCoordinates &Who) {
    LaunchFacts::Indices Its;
    for (unsigned I = 0; I != 6; ++I)
      Its[I] =
          Terms.constant(32, I < 3 ? Who.ThreadIdx[I] : Who.BlockIdx[I - 3]);
    return llvm::all_of(Launch.assumedOf(Its), [&](const Term *X) {
      return solve::evaluate(X, M) != 0;
    });
  };
  return Launch.assumedOfIndices().empty() ||
         holdsOfAll(W, Launch.assumedOfIndices(), IsAsAssumed);
}

} // namespace

bool mayAllKeepTo(const Protocol &P, const LaunchFacts &Launch,
                  const Witness &W, const solve::Model &M) {
  return allAreAsAssumed(P.terms(), Launch, W, M) &&
         mayKeepToGiven({P, Launch, W, M, /*MayComeFirst=*/false});
}

} // namespace racemap::verdict
