// Intervals - one walk per starting point.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/intervals/Intervals.h"
#include "passes/intervals/InFlight.h"
#include "passes/intervals/Phases.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap::intervals {

using namespace map;

Walk::Crossing crossing(const Ground &G, const Barrier *B, Relation R,
                        const Convergence &IsConvergent) {
  // Whoever meets a divergent barrier may wait there for ever: what stands
  // behind it is reached only perhaps, whatever the barrier would order.
  if (!IsConvergent(B, R))
    return Walk::Crossing::Blurred;
  if (G.Split && G.Split->isSplit(B)) // it orders by its phases
    return Walk::Crossing::Ignored;
  // A cluster barrier orders some pairs of blocks and not others.
  if (R == Relation::DifferentBlock && B->TheScope == Scope::Cluster &&
      !R.OneCluster)
    return Walk::Crossing::Unclear;
  const Party *Its = G.Masks.of(B);
  // Of a mask that is not known it is not decided either whether all come that
  // it names.
  bool IsKnown = includesAll(B) || !B->Mask || Its;
  if (!covers(B->TheScope, R))
    return IsKnown ? Walk::Crossing::Ignored : Walk::Crossing::Unclear;
  if (includesAll(B))
    return Walk::Crossing::Stops;
  if (!Its || !R.Parties)
    return Walk::Crossing::Unclear;
  bool HasBoth = *R.Parties >> Its->Number & 1;
  if (!HasBoth && G.Masks.Overlap)
    return Walk::Crossing::Unclear;
  return HasBoth ? Walk::Crossing::Stops : Walk::Crossing::Ignored;
}

std::vector<Interval> computeIntervals(const Ground &G, Relation R,
                                       const Convergence &IsConvergent) {
  auto Orders = [&](const Barrier *B) {
    return crossing(G, B, R, IsConvergent);
  };
  std::vector<Interval> All;
  auto Add = [&](const Barrier *Start) {
    Walk W(G, commonScope(R), Orders);
    if (Start)
      W.fromBarrier(Start);
    else
      W.fromEntry();
    All.push_back({R, Start, W.shared(), W.reaches(), 0, {}});
  };
  Add(nullptr);
  for (const Barrier *B : G.P.barriers())
    if (Orders(B) == Walk::Crossing::Stops)
      Add(B);
  addInFlight(G, R, IsConvergent, All);
  return All;
}

std::vector<Relation> relationsOf(const Ground &G, bool GridLevel) {
  std::vector<Relation> All;
  bool ByWarp = llvm::any_of(G.P.barriers(), [](const Barrier *B) {
    return B->TheScope == Scope::Warp;
  });
  // Threads of different warps are in no party of a mask.
  uint32_t Masked = 0;
  for (const Party &X : G.Masks.all())
    Masked |= uint32_t(!X.Member) << X.Number;
  uint32_t Combinations = uint32_t(1) << G.Masks.all().size();
  for (uint32_t In = 0; ByWarp && In < Combinations; ++In)
    All.emplace_back(Relation::SameWarp, In);
  for (uint32_t In = 0; In < Combinations; ++In)
    if (!(In & Masked))
      All.emplace_back(Relation::SameBlock, In);
  if (GridLevel)
    All.emplace_back(Relation::DifferentBlock);
  return All;
}

} // namespace racemap::intervals
