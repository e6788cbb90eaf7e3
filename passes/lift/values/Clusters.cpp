// Clusters - see the header.
//
// Ranks run along x, then y, then z, as the PTX manual has it. Grids are whole
// clusters: that a launch is so is for who knows its dimensions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/values/Clusters.h"
#include "passes/map/TermContext.h"

namespace racemap::lift {

using map::Builtin;
using map::Op;
using map::Term;

static const Term *builtin(map::TermContext &T, Builtin First, unsigned D) {
  return T.builtin(static_cast<Builtin>(static_cast<unsigned>(First) + D));
}

static const Term *clusterDim(map::Protocol &P, unsigned D) {
  std::string Name = map::LaunchContext::clusterDimName(D);
  for (const map::Variable *V : P.Parameters)
    if (V->name() == Name)
      return V;
  P.Parameters.push_back(P.terms().parameter(Name, 32));
  P.UnsignedParameters.push_back(P.Parameters.back());
  return P.Parameters.back();
}

/// Along an axis: the place of the block in its cluster.
static const Term *place(map::Protocol &P, unsigned D) {
  map::TermContext &T = P.terms();
  return T.make(Op::URem,
                {builtin(T, Builtin::BlockIdxX, D), clusterDim(P, D)});
}

static const Term *rank(map::Protocol &P) {
  map::TermContext &T = P.terms();
  const Term *Rows = T.add(place(P, 1), T.mul(clusterDim(P, 1), place(P, 2)));
  return T.add(place(P, 0), T.mul(clusterDim(P, 0), Rows));
}

static const Term *numBlocks(map::Protocol &P) {
  map::TermContext &T = P.terms();
  return T.mul(clusterDim(P, 0), T.mul(clusterDim(P, 1), clusterDim(P, 2)));
}

const Term *clusterTerm(map::Protocol &P, llvm::StringRef Name) {
  map::TermContext &T = P.terms();
  if (Name == "cluster.ctarank")
    return rank(P);
  if (Name == "cluster.nctarank")
    return numBlocks(P);
  auto [Register, Axis] = Name.rsplit('.');
  if (Axis.size() != 1 || Axis[0] < 'x' || Axis[0] > 'z')
    return nullptr;
  unsigned D = Axis[0] - 'x';
  if (Register == "cluster.ctaid")
    return place(P, D);
  if (Register == "cluster.nctaid")
    return clusterDim(P, D);
  bool IsId = Register == "clusterid";
  if (!IsId && Register != "nclusterid")
    return nullptr;
  return T.make(Op::UDiv,
                {builtin(T, IsId ? Builtin::BlockIdxX : Builtin::GridDimX, D),
                 clusterDim(P, D)});
}

BlockSlots ownBlock(map::TermContext &Terms) {
  BlockSlots Slots;
  for (unsigned D : {0u, 1u, 2u})
    Slots.push_back(
        Terms.resizeUnsigned(builtin(Terms, Builtin::BlockIdxX, D), 64));
  return Slots;
}

BlockSlots blockOfRank(map::Protocol &P, const Term *Rank) {
  map::TermContext &T = P.terms();
  BlockSlots Slots;
  for (unsigned D : {0u, 1u, 2u}) {
    const Term *First = T.sub(builtin(T, Builtin::BlockIdxX, D), place(P, D));
    const Term *Along =
        D == 2 ? Rank : T.make(Op::URem, {Rank, clusterDim(P, D)});
    Slots.push_back(T.resizeUnsigned(T.add(First, Along), 64));
    Rank = T.make(Op::UDiv, {Rank, clusterDim(P, D)});
  }
  return Slots;
}

} // namespace racemap::lift
