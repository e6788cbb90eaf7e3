// LoopReach - the condition under which a thread comes to a loop at all.
//
// What the analysis assumes about a loop must not exclude launches that do not
// run it. The condition is that of reaching the outermost loop around it, of
// its test in the first iteration, and so on inwards. It is given up where it
// is no condition on the launch and the thread's indices: if it depends on
// memory or on an iteration, or if the thread may have left before.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/effects/MemoryEffects.h"
#include "passes/lift/values/Values.h"
#include "passes/map/Traversal.h"
#include "llvm/IR/InstIterator.h"

namespace racemap::lift {

using namespace llvm;
using map::Term;

static bool mayExit(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    return any_of(effectsOf(I), [](const Effect &E) {
      return E.TheKind == Effect::Kind::Exit;
    });
  });
}

/// May a thread have left the region before node N, other than by the test of
/// the region's loop?
static bool mayHaveLeft(const Region &R, const Region::Node &N, bool IsTested) {
  return any_of(R.order(), [&](Region::Block B) {
    const Region::Node &Before = R[B];
    return Before.Order < N.Order && !Before.Leaving.empty() &&
           !(IsTested && B == R.entry());
  });
}

/// T in the first iteration.
static const Term *atFirst(map::TermContext &Terms, const LoopModel &M,
                           const Term *T) {
  return Terms.replace(T, [&](const Term *X) -> const Term * {
    if (X == M.Counter)
      return Terms.constant(X->width(), 0);
    return M.Range && X == M.Range->Var ? M.Range->Start : nullptr;
  });
}

std::optional<const Term *> Values::wayTo(const Loop *L) {
  if (mayExit(K.F))
    return std::nullopt;
  const Term *Way = Terms.yes();
  for (; L; L = L->getParentLoop()) {
    const Loop *Outer = L->getParentLoop();
    const Region &R = region(Outer);
    const Region::Block Node = L->getHeader();
    const LoopModel *M = Outer ? &loop(Outer) : nullptr;
    if (mayHaveLeft(R, R[Node], M && M->TestsHeader))
      return std::nullopt;
    const Term *Here = path(R, R.entry(), Node);
    if (Outer && variesIn(Here, Outer))
      return std::nullopt;
    if (M)
      Here = Terms.logicalAnd(atFirst(Terms, *M, M->While), Here);
    Way = Terms.logicalAnd(Here, Way);
  }
  bool IsKnown = !map::anyNode(Way, [](const Term *X) {
    const auto *V = dyn_cast<map::Variable>(X);
    return isa<map::Unknown>(X) ||
           (V && V->role() == map::Variable::Role::Loop);
  });
  return IsKnown ? std::optional(Way) : std::nullopt;
}

} // namespace racemap::lift
