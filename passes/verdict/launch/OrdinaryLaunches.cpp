// OrdinaryLaunches - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/launch/OrdinaryLaunches.h"

namespace racemap::verdict {

using namespace map;
using Shape = std::array<uint64_t, 3>;

/// Parameters are large, and still small enough for the product of two; those
/// that are in no offset are often bounds, and smaller.
static constexpr uint64_t Large = 1u << 14, Small = 64;
static constexpr Shape Blocks[] = {{32, 8, 1},  {16, 16, 1}, {16, 32, 1},
                                   {64, 16, 1}, {256, 1, 1}, {8, 64, 2}};
static constexpr uint64_t Grid = 4;

static LaunchValues launchOf(const Protocol &P, const LaunchFacts &Launch,
                             const Numbers &Known, const Shape &Block,
                             uint64_t Parameter) {
  TermContext &Terms = P.terms();
  LaunchValues All;
  auto BuiltinOf = [&](Builtin First, unsigned D) {
    return Terms.builtin(
        static_cast<Builtin>(static_cast<unsigned>(First) + D));
  };
  for (unsigned D : {0u, 1u, 2u})
    if (!Launch.dimension(1, D))
      All.emplace_back(BuiltinOf(Builtin::GridDimX, D), Grid);
  for (const Variable *V : Known.parameters())
    if (V->width() >= 32)
      All.emplace_back(V, Known.isInOffset(V) ? Parameter : Parameter / 2);
  for (unsigned D : {0u, 1u, 2u})
    if (!Launch.dimension(0, D))
      All.emplace_back(BuiltinOf(Builtin::BlockDimX, D), Block[D]);
  return All;
}

LaunchValues ordinaryLaunch(const Protocol &P, const LaunchFacts &Launch,
                            const Numbers &Known) {
  return launchOf(P, Launch, Known, Blocks[0], Large);
}

std::vector<LaunchValues> typicalLaunches(const Protocol &P,
                                          const LaunchFacts &Launch,
                                          const Numbers &Known) {
  std::vector<LaunchValues> All;
  for (uint64_t Parameter : {Large, Small})
    for (const Shape &Block : Blocks) {
      LaunchValues One = launchOf(P, Launch, Known, Block, Parameter);
      if (!llvm::is_contained(All, One))
        All.push_back(std::move(One));
    }
  return All;
}

} // namespace racemap::verdict
