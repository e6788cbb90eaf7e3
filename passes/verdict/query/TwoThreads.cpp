// TwoThreads - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/query/TwoThreads.h"

namespace racemap::verdict {

using namespace map;
using intervals::Relation;

const Term *TwoThreads::copyOf(const Term *T, Copy C) const {
  return Terms.replace(T, [&](const Term *X) -> const Term * {
    if (const auto *U = llvm::dyn_cast<Unknown>(X))
      return intervals::isUniformFunction(U, Group)
                 ? nullptr
                 : Terms.rebuild(U, U->operands(), C);
    const auto *V = llvm::cast<Variable>(X);
    if (intervals::isUniformName(V, Group, Shared))
      return V;
    return V->role() == Variable::Role::Loop
               ? Terms.loopVariable(V->name(), V->width(), C)
               : Terms.builtin(V->builtin(), C);
  });
}

std::vector<const Term *> TwoThreads::common() const {
  std::vector<const Term *> All = Launch.constraints();
  for (const Term *T : Launch.threadConstraints()) {
    All.push_back(first(T));
    if (second(T) != All.back())
      All.push_back(second(T));
  }
  return All;
}

const Term *TwoThreads::differ(unsigned FirstBuiltin) const {
  const Term *Any = Terms.no();
  for (unsigned D : {0u, 1u, 2u}) {
    const Term *X = Launch.environment()(
        Terms.builtin(static_cast<Builtin>(FirstBuiltin + D)));
    Any = Terms.logicalOr(Any, Terms.ne(first(X), second(X)));
  }
  return Any;
}

const Term *TwoThreads::different() const {
  if (Group == Scope::Warp)
    return related(Relation::SameWarp, /*ByWarp=*/true);
  const Term *InBlock = differ(0);
  return Group <= Scope::Block ? InBlock : Terms.logicalOr(InBlock, differ(3));
}

const Term *TwoThreads::related(Relation R, bool ByWarp) const {
  if (R == Relation::OneThread)
    return Terms.yes();
  if (R == Relation::DifferentBlock)
    return differ(3);
  const Term *Different = differ(0);
  if (!ByWarp)
    return Different;
  if (R == Relation::SameBlock)
    return Terms.logicalNot(sameWarp());
  return Terms.logicalAnd(Different, sameWarp());
}

const Term *TwoThreads::sameWarp() const {
  const Term *Warp =
      Terms.make(Op::LShr, {Launch.linearThread(), Terms.constant(32, 5)});
  return Terms.eq(first(Warp), second(Warp));
}

const Term *TwoThreads::lane() const {
  return Terms.make(Op::And, {Launch.linearThread(), Terms.constant(32, 31)});
}

/// A mask that is known becomes a list of lanes, which is easier to decide.
const Term *TwoThreads::names(const Term *Mask, const Term *Lane) const {
  if (isOp(Mask, Op::Ite))
    return Terms.ite(Mask->operand(0), names(Mask->operand(1), Lane),
                     names(Mask->operand(2), Lane));
  const auto *Known = llvm::dyn_cast<Constant>(Mask);
  if (Known && Known->value() == 0xffffffff)
    return Terms.yes();
  if (!Known)
    return Terms.ne(Terms.make(Op::And, {Terms.make(Op::LShr, {Mask, Lane}),
                                         Terms.constant(32, 1)}),
                    Terms.constant(32, 0));
  const Term *Any = Terms.no();
  for (unsigned I = 0; I < 32; ++I)
    if (Known->value() >> I & 1)
      Any = Terms.logicalOr(Any, Terms.eq(Lane, Terms.constant(32, I)));
  return Any;
}

const Term *TwoThreads::firstNamesItself(const intervals::Party &P) const {
  if (P.Member)
    return first(P.Member);
  return names(first(P.Mask), first(lane()));
}

const Term *TwoThreads::firstNamesSecond(const intervals::Party &P) const {
  if (P.Member)
    return second(P.Member);
  return names(first(P.Mask), second(lane()));
}

const Term *TwoThreads::secondNamesFirst(const intervals::Party &P) const {
  if (P.Member)
    return first(P.Member);
  return names(second(P.Mask), first(lane()));
}

const Term *TwoThreads::areTogether(const intervals::Party &P) const {
  if (P.Member)
    return Terms.logicalAnd(first(P.Member), second(P.Member));
  return Terms.logicalAnd(
      Terms.eq(first(P.Mask), second(P.Mask)),
      Terms.logicalAnd(firstNamesSecond(P), secondNamesFirst(P)));
}

const Term *TwoThreads::inParties(Relation R,
                                  const intervals::Parties &All) const {
  const Term *Both = Terms.yes();
  auto Require = [&](const Term *Here, bool Wanted) {
    Both = Terms.logicalAnd(Both, Wanted ? Here : Terms.logicalNot(Here));
  };
  if (R.OneCluster)
    Require(inOneCluster(), *R.OneCluster);
  if (!R.Parties)
    return Both;
  for (const intervals::Party &P : All.all())
    if (!P.Mask || R == Relation::SameWarp)
      Require(areTogether(P), *R.Parties >> P.Number & 1);
  return Both;
}

const Term *TwoThreads::inOneCluster() const {
  const Term *Same = Terms.yes();
  for (unsigned D : {0u, 1u, 2u}) {
    const Term *Block = Launch.environment()(Terms.builtin(
        static_cast<Builtin>(static_cast<unsigned>(Builtin::BlockIdxX) + D)));
    const Term *Cluster = Terms.make(
        Op::UDiv, {Block, Terms.constant(32, (*Launch.clusterDim())[D])});
    Same = Terms.logicalAnd(Same, Terms.eq(first(Cluster), second(Cluster)));
  }
  return Same;
}

} // namespace racemap::verdict
