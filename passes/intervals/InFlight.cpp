// InFlight - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/intervals/InFlight.h"
#include "passes/intervals/ReachableStatements.h"

namespace racemap::intervals {

using namespace map;
using llvm::dyn_cast;

namespace {
/// An access, as it is seen from a barrier that its thread comes to later.
class SeenFrom {
public:
  SeenFrom(const Ground &G, const Access *A) : G(G), T(G.P.terms()) {
    for (const Stmt *S : G.Where.pathTo(A))
      if (const auto *L = dyn_cast<Loop>(S))
        forEachVariable(L, [&](const Variable *V) {
          // A walk counts its instances from 1.
          Own.bind(V, T.loopVariable(instanceName(V, 0), V->width()));
        });
  }

  Reach operator()(const Barrier *B, const State &There, Reach R) const {
    R.Condition = Own(There.Condition);
    // The loops around B are in the iteration that both threads share.
    for (const Stmt *S : G.Where.pathTo(B))
      if (const auto *L = dyn_cast<Loop>(S))
        forEachVariable(L, [&](const Variable *V) {
          R.Condition =
              T.logicalAnd(R.Condition, T.eq(V, Own(There.Env.lookup(V))));
        });
    for (const Term *&Slot : R.Slots)
      Slot = Own(Slot);
    R.Offset = Own(R.Offset);
    R.Approximation = There.Approximation;
    R.IsInFlight = true;
    return R;
  }

private:
  static void forEachVariable(const Loop *L,
                              llvm::function_ref<void(const Variable *)> See) {
    See(L->Counter);
    if (L->TheRange)
      See(L->TheRange->Var);
  }

  const Ground &G;
  TermContext &T;
  /// The loops around the access are in an iteration of its own.
  Environment Own{T};
};
} // namespace

static std::vector<const Access *> asynchronous(const Protocol &P) {
  std::vector<const Access *> All;
  for (const Access *A : P.accesses())
    if (A->Asynchronous)
      All.push_back(A);
  return All;
}

/// From A, past all barriers; whoever meets a divergent one may wait there for
/// ever.
static Walk follow(const Ground &G, Relation R, const Convergence &IsConvergent,
                   const Access *A) {
  Walk W(G, commonScope(R), [=](const Barrier *B) {
    return IsConvergent(B, R) ? Walk::Crossing::Ignored
                              : Walk::Crossing::Blurred;
  });
  bool IsReached = ReachableStatements(G, R, IsConvergent).contains(A);
  W.whileInFlight(A, IsReached ? "" : DivergentBarrier);
  return W;
}

void addInFlight(const Ground &G, Relation R, const Convergence &IsConvergent,
                 std::vector<Interval> &All) {
  for (const Access *A : asynchronous(G.P)) {
    Walk W = follow(G, R, IsConvergent, A);
    SeenFrom Seen(G, A);
    for (const auto &[B, There] : W.passed())
      for (Interval &I : All)
        if (B && I.Start == B)
          I.Reaches.push_back(Seen(B, There, W.reaches().front()));
  }
}

std::vector<Interval> besideOwnAccesses(const Ground &G,
                                        const Convergence &IsConvergent) {
  std::vector<Interval> All;
  for (const Access *A : asynchronous(G.P)) {
    Walk W = follow(G, Relation::OneThread, IsConvergent, A);
    All.push_back(
        {Relation::OneThread, nullptr, W.shared(), W.reaches(), 1, {}});
  }
  return All;
}

std::vector<State> endsBefore(const Ground &G, const Access *A) {
  Walk W = Walk::pastBarriers(G, Scope::Thread);
  W.whileInFlight(A, {});
  std::vector<State> All;
  for (const auto &[B, There] : W.passed())
    if (!B)
      All.push_back(There);
  return All;
}

} // namespace racemap::intervals
