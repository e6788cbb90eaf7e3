// Bounds - one query for each access.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/races/Bounds.h"
#include "passes/map/PromiseRewriter.h"
#include "passes/map/Traversal.h"
#include "passes/verdict/finding/Explanations.h"
#include "passes/verdict/finding/Witnesses.h"
#include "passes/verdict/races/FreeReads.h"
#include "passes/verdict/replay/OtherThreads.h"
#include "passes/verdict/replay/Replay.h"

namespace racemap::verdict {

using namespace map;
using intervals::Reach;
using intervals::Walk;
using solve::Answer;
using Kind = solve::Answer::Kind;

/// Blocks of ordinary launches, and how many of them there are along each
/// dimension.
static constexpr std::array<uint64_t, 3> Blocks[] = {
    {1, 1, 1},   {8, 8, 1},   {32, 1, 1},  {32, 8, 1},
    {16, 16, 1}, {256, 1, 1}, {32, 32, 1}, {1024, 1, 1}};
static constexpr uint64_t Grid = 2;
static constexpr solve::Budget OneLaunch{50'000, 100 * Steps::PerMillisecond};

/// That are tried on later accesses.
static constexpr size_t MostExamples = 16;

/// T, with the promise that none of its arithmetic wraps: no allocation is so
/// large that its size does.
static const Term *withoutWrap(TermContext &Terms, const Term *T) {
  return PromiseRewriter(Terms, [](const Operation *O) -> uint8_t {
    bool IsArithmetic = llvm::is_contained(
        {Op::Add, Op::Sub, Op::Mul, Op::Shl, Op::Trunc}, O->op());
    return O->promises() |
           (IsArithmetic && !O->isBool() ? NoSignedWrap : NoPromise);
  })(T);
}

/// Does the launch say that the host's value and what the kernel sees follow
/// from each other?
static bool isTied(const LaunchContext &C, const Term *HostValue) {
  auto IsSeen = [&](const Term *T) {
    return llvm::isa<Variable>(T) && !llvm::is_contained(C.HostValues, T);
  };
  return llvm::any_of(C.Conditions, [&](const Assumption &A) {
    return A.Condition && isOp(A.Condition, Op::Eq) &&
           mentions(A.Condition, HostValue) && anyNode({A.Condition}, IsSeen);
  });
}

Bounds::Extent Bounds::launchExtentOf(const Array *A) const {
  const LaunchContext &C = Out.Context;
  auto Known = llvm::find_if(C.Extents, [&](const LaunchContext::Extent &E) {
    return E.TheArray == A;
  });
  if (Known == C.Extents.end())
    return {};
  bool IsHidden = anyNode({Known->Bytes}, [&](const Term *T) {
    return llvm::is_contained(C.HostValues, T) && !isTied(C, T);
  });
  return {withoutWrap(Terms, Launch.environment()(Known->Bytes)), IsHidden};
}

Bounds::Extent Bounds::extentOf(const Array *A) const {
  if (A->Extent)
    return {Terms.constant(64, *A->Extent), false};
  return launchExtentOf(A);
}

bool Bounds::isWithin(const Reach &R, const Extent &E) {
  Interval Offset = Launch.signedRange(R.Offset);
  return Offset.Low >= 0 &&
         Offset.High + R.TheAccess->Size <= Launch.signedRange(E.Bytes).Low;
}

/// What holds for any thread.
Conjunction Bounds::inLaunch() const {
  Conjunction All = Launch.constraints();
  llvm::append_range(All, Launch.threadConstraints());
  return All;
}

/// That a thread comes to the access.
Conjunction Bounds::reaching(const Reach &R) const {
  Conjunction All = inLaunch();
  All.push_back(R.Condition);
  return All;
}

/// And that it leaves the array there.
Query Bounds::leavingAt(const Reach &R, const Extent &E) const {
  Query Q(inLaunch(), R.Approximation);
  Q.require(R.Condition);
  const Term *Zero = Terms.constant(64, 0);
  const Term *Size = Terms.constant(64, R.TheAccess->Size);
  Q.require(Terms.sle(Zero, E.Bytes));
  Q.require(Terms.logicalOr(
      Terms.slt(R.Offset, Zero),
      Terms.slt(Terms.sub(E.Bytes, Size, NoSignedWrap), R.Offset)));
  if (E.IsHidden)
    Q.approximate("the size is computed from what the kernel does not see");
  Q.complete(Launch);
  return Q;
}

void Bounds::analyse(const intervals::Convergence &IsConvergent) {
  Walk W(G, Scope::Block, [&](const Barrier *B) {
    return IsConvergent(B, intervals::Relation::SameBlock)
               ? Walk::Crossing::Ignored
               : Walk::Crossing::Blurred;
  });
  W.fromEntry();
  for (const Reach &R : W.reaches())
    if (Extent E = extentOf(R.TheAccess->TheArray); E.Bytes && !isWithin(R, E))
      decide(R, E);
  llvm::append_range(Out.UndecidedPairs, Open);
}

void Bounds::decide(const Reach &R, const Extent &E) {
  if (Time.isSpent()) {
    undecided(R, D.isStoppedByClock() ? D.exhausted().Reason
                                      : "budget for bounds exhausted");
    return;
  }
  Query Q = leavingAt(R, E);
  if (const solve::Model *Known = knownExample(Q)) {
    report(R, E, std::move(Q), *Known, /*IsNew=*/false);
    return;
  }
  const Answer &A = D.decide(Q.Terms, Effort::Brief);
  switch (A.TheKind) {
  case Kind::No:
    return;
  case Kind::Yes:
    report(R, E, std::move(Q), A.TheModel, /*IsNew=*/true);
    return;
  case Kind::Unknown:
    undecided(R, A.Reason);
    return;
  }
  llvm_unreachable("all answers are handled");
}

/// Does the launch say nothing at all about this dimension?
bool Bounds::isOpen(Builtin Dimension) const {
  const Variable *V = Terms.builtin(Dimension);
  bool IsFree = Launch.environment()(V) == V;
  return IsFree &&
         llvm::none_of(Out.Context.Conditions, [&](const Assumption &A) {
           return A.Condition && mentions(A.Condition, V);
         });
}

std::vector<LaunchValues> Bounds::ordinaryLaunches() const {
  std::vector<LaunchValues> All;
  for (const auto &Block : Blocks) {
    LaunchValues One;
    auto Set = [&](Builtin First, unsigned I, uint64_t Value) {
      auto B = static_cast<Builtin>(static_cast<unsigned>(First) + I);
      if (isOpen(B))
        One.emplace_back(Terms.builtin(B), Value);
    };
    for (unsigned I : {0u, 1u, 2u}) {
      Set(Builtin::BlockDimX, I, Block[I]);
      Set(Builtin::GridDimX, I, Grid);
    }
    if (!llvm::is_contained(All, One))
      All.push_back(std::move(One));
  }
  return All;
}

/// In all of them that reach the access, and in one at least.
bool Bounds::happensInOrdinaryLaunches(const Reach &R, const Query &Q) {
  bool Happens = false;
  for (const LaunchValues &One : ordinaryLaunches()) {
    if (One.empty())
      return true;
    auto Ask = [&](const Conjunction &C) {
      solve::Model Values(One.begin(), One.end());
      return D
          .attempt(solve::substitute(Terms, C, Values), OneLaunch, Effort::Full)
          .TheKind;
    };
    bool IsHere = Ask(Q.Terms) == Kind::Yes;
    if (!IsHere && Ask(reaching(R)) != Kind::No)
      return false;
    Happens |= IsHere;
  }
  return Happens;
}

/// Does the launch say what is read there, where it happens?
bool Bounds::isSaid(const Unknown *Read, const Query &Q) {
  if (Launch.contents().isEmpty())
    return false;
  Conjunction Otherwise = Q.Terms;
  Otherwise.push_back(Terms.logicalNot(Launch.contents().isSaid(Read)));
  return D.attempt(Otherwise, OneLaunch, Effort::Full).TheKind == Kind::No;
}

/// Does it not happen where what is read is 0, or 1 if that matters? Who fills
/// an array with places in another one knows, as a rule, how large that is; how
/// many of them there are in one that is allocated, or that the program
/// declares, but not in one that the kernel does.
bool Bounds::needsContents(const Reach &R, const Query &Q) {
  const Array &A = *R.TheAccess->TheArray;
  bool IsOfKernel = A.Extent && A.TheOrigin != Array::Origin::Global;
  Reads Free;
  for (const Unknown *Read :
       freeReads(R, IsOfKernel ? FreeReads::Places : FreeReads::AndLimits))
    if (!isSaid(Read, Q))
      Free.insert(Read);
  auto IsWithinFor = [&](uint64_t Content) {
    solve::Model All;
    for (const Unknown *Read : Free)
      All[Read] = Content;
    return D.attempt(solve::substitute(Terms, Q.Terms, All), OneLaunch,
                     Effort::Full)
               .TheKind == Kind::No;
  };
  return !Free.empty() && IsWithinFor(0) &&
         (!areSignsAsked(R, Free) || IsWithinFor(1));
}

/// Does it happen only where a size that was allocated is made of numbers of
/// which one is not positive? Nobody launches for that.
bool Bounds::needsNoSize(const Extent &E, const Query &Q) {
  Conjunction All = Q.Terms;
  forEachNode({E.Bytes}, [&](const Term *T) {
    if (const auto *V = llvm::dyn_cast<Variable>(T); V && !V->isBool())
      All.push_back(Terms.slt(Terms.constant(V->width(), 0), V));
  });
  return All.size() != Q.Terms.size() &&
         D.attempt(All, OneLaunch, Effort::Full).TheKind == Kind::No;
}

/// Does the thread come to this place when the protocol is run?
bool Bounds::standsUp(const Reach &R, const Witness &W,
                      const solve::Model &M) const {
  Part Its{W.Threads.front(), R.TheAccess, solve::evaluate(R.Offset, M), {}};
  for (const Term *T : R.Slots)
    Its.Slots.push_back(solve::evaluate(T, M));
  return mayAllKeepTo(G.P, Launch, W, M) &&
         replay({G.P, Launch, W, M, !G.Lockstep}, Its) != Replayed::Differs;
}

/// That it leaves the array is what the finding says; nothing more to say, if
/// nothing is doubtful.
static std::string explain(const Finding &F, llvm::StringRef Doubt) {
  std::string Its = doubts("it is", Doubt, F.TheCertainty);
  return Its.empty() ? "" : "the access leaves '" + F.Array + "'" + Its;
}

const solve::Model *Bounds::knownExample(const Query &Q) const {
  auto Known = llvm::find_if(Examples, [&](const solve::Model &M) {
    return solve::holds(Q.Terms, M) && !anyNode(Q.Terms, [&](const Term *T) {
             return llvm::isa<Variable, Unknown>(T) && !M.contains(T);
           });
  });
  return Known == Examples.end() ? nullptr : &*Known;
}

void Bounds::report(const Reach &R, const Extent &E, Query Q, solve::Model M,
                    bool IsNew) {
  if (Q.certainty() != Certainty::Possible && !happensInOrdinaryLaunches(R, Q))
    Q.approximate("only with a block or grid size that no launch in sight "
                  "uses");
  if (Q.certainty() != Certainty::Possible && needsNoSize(E, Q))
    Q.approximate("only where nothing was allocated");
  const Array &A = *R.TheAccess->TheArray;
  if (Q.certainty() == Certainty::Input && needsContents(R, Q))
    Q.approximate(A.Extent ? "what is read may be within the array"
                           : "the allocation may be as large as what is read "
                             "needs");
  Finding F;
  F.TheKind = Finding::Kind::OutOfBounds;
  F.TheCertainty = Q.certainty();
  F.Array = A.Name;
  F.TheSpace = A.TheSpace;
  F.ElementBytes = A.ElementSize;
  F.Relation = A.TheSpace == Space::Shared ? Scope::Block : Scope::Grid;
  F.Sites = {siteOf(R.TheAccess)};
  if (IsNew && F.TheCertainty != Certainty::Possible)
    M = D.smallModel(Q.Terms, std::move(M));
  F.TheWitness = makeWitness(Launch, Terms, M);
  F.TheWitness.Address = solve::evaluate(R.Offset, M);
  F.TheWitness.Extent = solve::evaluate(E.Bytes, M);
  if (F.TheCertainty != Certainty::Possible && !standsUp(R, F.TheWitness, M)) {
    F.TheCertainty = Certainty::Possible;
    Q.approximate("a witness that does not stand up to execution");
  }
  F.Explanation = explain(F, Q.doubt());
  nameCounters(G.P, F.TheWitness);
  if (IsNew && Examples.size() < MostExamples)
    Examples.push_back(M);
  Out.Findings.push_back(std::move(F));
  remember(R, E, Q, M);
}

void Bounds::remember(const Reach &R, const Extent &E, const Query &Q,
                      const solve::Model &M) {
  RacingPair New;
  New.Finding = Out.Findings.size() - 1;
  New.Race = Q.Terms;
  New.Together = New.First = New.Second = reaching(R);
  New.Offset[0] = R.Offset, New.Offset[1] = E.Bytes;
  New.Path[0] = New.Path[1] = R.Condition;
  New.TheArray = R.TheAccess->TheArray;
  if (const auto *Bytes = llvm::dyn_cast<Constant>(E.Bytes))
    (New.TheArray->Extent ? New.Extent : New.Allocated) =
        Bytes->value() / std::max(1u, New.TheArray->ElementSize);
  New.BetweenBlocks = false;
  New.Case = M;
  Leaving.push_back(std::move(New));
}

void Bounds::undecided(const Reach &R, const std::string &Why) {
  std::string Reason = "whether the access stays in its array: " + Why;
  auto Known = llvm::find_if(
      Open, [&](const Undecided &U) { return U.Reason == Reason; });
  if (Known == Open.end())
    Known = Open.insert(Open.end(), {{}, Reason});
  Known->Sites.push_back(siteOf(R.TheAccess));
}

} // namespace racemap::verdict
