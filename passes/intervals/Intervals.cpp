// Intervals - one walk per starting point.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/intervals/Intervals.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap::intervals {

using namespace map;

/// Does every thread of the barrier's group take part?
static bool includesAll(const Barrier *B) {
  if (B->Count)
    return false;
  const auto *Mask = llvm::dyn_cast_or_null<Constant>(B->Mask);
  return !B->Mask || (Mask && Mask->value() == 0xffffffffu);
}

Walk::Crossing crossing(const Barrier *B, Relation R,
                        const Convergence &IsConvergent) {
  // Whoever meets a divergent barrier may wait there for ever: what stands
  // behind it is reached only perhaps, whatever the barrier would order.
  if (!IsConvergent(B, R))
    return Walk::Crossing::Blurred;
  // A cluster barrier orders some pairs of blocks and not others.
  if (R == Relation::DifferentBlock && B->TheScope == Scope::Cluster)
    return Walk::Crossing::Blurred;
  if (!covers(B->TheScope, R))
    return Walk::Crossing::Ignored;
  return includesAll(B) ? Walk::Crossing::Stops : Walk::Crossing::Blurred;
}

std::vector<Interval> computeIntervals(const Ground &G, Relation R,
                                       const Convergence &IsConvergent) {
  auto Orders = [&](const Barrier *B) { return crossing(B, R, IsConvergent); };
  std::vector<Interval> All;
  auto Add = [&](const Barrier *Start) {
    Walk W(G, commonScope(R), Orders);
    if (Start)
      W.fromBarrier(Start);
    else
      W.fromEntry();
    All.push_back({R, Start, W.shared(), W.reaches()});
  };
  Add(nullptr);
  for (const Barrier *B : G.P.barriers())
    if (Orders(B) == Walk::Crossing::Stops)
      Add(B);
  return All;
}

std::vector<Relation> relationsOf(const Protocol &P, bool GridLevel) {
  std::vector<Relation> All{Relation::SameBlock};
  if (llvm::any_of(P.barriers(),
                   [](const Barrier *B) { return B->TheScope == Scope::Warp; }))
    All.insert(All.begin(), Relation::SameWarp);
  if (GridLevel)
    All.push_back(Relation::DifferentBlock);
  return All;
}

} // namespace racemap::intervals
