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

/// Blocks and grids that a host may come to, and sizes of what it works on: an
/// even and an odd one of most orders of magnitude, in rising order.
static constexpr Shape HostBlocks[] = {{8, 8, 4},   {16, 16, 1}, {32, 1, 1},
                                       {32, 8, 1},  {64, 4, 2},  {128, 1, 1},
                                       {256, 1, 1}, {512, 1, 1}, {1024, 1, 1}};
static constexpr Shape HostGrids[] = {
    {1, 1, 1}, {2, 2, 1}, {8, 8, 2}, {16, 1, 1}, {101, 3, 1}};
static constexpr uint64_t HostSizes[] = {8,   33,   64,   100,    256,
                                         777, 1024, 4099, 100'000};

static llvm::ArrayRef<Shape> hostShapes(Builtin Dimension) {
  return Dimension <= Builtin::BlockDimZ ? llvm::ArrayRef<Shape>(HostBlocks)
                                         : llvm::ArrayRef<Shape>(HostGrids);
}
static unsigned axisOf(Builtin Dimension) {
  return static_cast<unsigned>(Dimension) % 3;
}

/// With the block and the grid of a number, which decides flags, too.
template <typename Sizes>
static LaunchValues choose(llvm::ArrayRef<HostName> Names, size_t Which,
                           Sizes SizeOf) {
  LaunchValues One;
  for (size_t N = 0; N != Names.size(); ++N) {
    const Variable *V = Names[N].Its;
    uint64_t Value = V->width() < 32 ? (Which + N) % 2 : SizeOf(N);
    if (auto Dimension = Names[N].Dimension) {
      auto Shapes = hostShapes(*Dimension);
      Value = Shapes[Which % Shapes.size()][axisOf(*Dimension)];
    }
    One.emplace_back(V, Value);
  }
  return One;
}

std::vector<HostFamily> hostFamilies(llvm::ArrayRef<HostName> Computed) {
  HostFamily Equal, Rising, Falling, AsBlock;
  for (size_t I = 0; I != std::size(HostSizes); ++I) {
    uint64_t Size = HostSizes[I];
    Equal.emplace_back(Size,
                       choose(Computed, I + 6, [&](size_t) { return Size; }));
    Rising.emplace_back(Size, choose(Computed, I + 3,
                                     [&](size_t N) { return Size * (N + 1); }));
    Falling.emplace_back(Size, choose(Computed, I, [&](size_t N) {
                           return Size * (Computed.size() - N);
                         }));
  }
  for (size_t I = 0; I != std::size(HostBlocks); ++I)
    AsBlock.emplace_back(HostBlocks[I][0], choose(Computed, I, [&](size_t) {
                           return HostBlocks[I][0];
                         }));
  if (Computed.size() < 2)
    return {Equal};
  return {Equal, Rising, Falling, AsBlock};
}

HostFamily hostFamily(const Variable *Name, const Numerals &Known) {
  std::set<uint64_t> All;
  if (!Name->isDimension()) {
    All = Known.All;
    All.insert(std::begin(HostSizes), std::end(HostSizes));
  } else {
    for (const Shape &Its : hostShapes(Name->builtin()))
      All.insert(Its[axisOf(Name->builtin())]);
    if (Name->builtin() == Builtin::BlockDimX)
      for (uint64_t N : Known.All)
        if (N >= *All.begin() && N <= *All.rbegin())
          All.insert(N);
  }
  All.insert(Known.Named.begin(), Known.Named.end());
  HostFamily Family;
  for (uint64_t Value : All)
    if (Name->width() >= 64 || Value >> Name->width() == 0)
      Family.push_back({Value, {{Name, Value}}});
  return Family;
}

} // namespace racemap::verdict
