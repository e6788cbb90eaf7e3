// ExchangeEffects - the intrinsics with which the lanes of a warp tell each
// other something: shuffles, votes, reductions, ballots, matches and the active
// mask; and what the lifter has found to be a reduction by shuffles.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/effects/MemoryEffects.h"
#include "llvm/IR/Constants.h"

namespace racemap::lift {

using namespace llvm;

using Function = map::Exchange::Function;

std::optional<Effect> effectOfExchange(const CallBase &Call, StringRef Name) {
  Effect E;
  E.TheKind = Effect::Kind::Exchange;
  ExchangeEffect &X = E.TheExchange;
  auto Argument = [&](unsigned I) { return Call.getArgOperand(I); };
  if (Name == "activemask")
    return E;
  bool Votes = Name == "vote.any.sync" || Name == "vote.all.sync" ||
               Name == "vote.uni.sync" || Name.starts_with("match.all.sync.");
  bool Reduces = Name.starts_with("redux.sync.");
  if (Votes || Reduces) {
    X.Function = Function::Vote;
    X.Mask = Argument(Reduces ? 1 : 0);
    return E;
  }
  if (Name == "vote.ballot.sync")
    X.Function = Function::Ballot;
  else if (Name == "match.any.sync.i32" || Name == "match.any.sync.i64")
    X.Function = Function::Match;
  else if (Name == "shfl.sync.idx.i32")
    X.Function = Function::Shuffle;
  else
    return std::nullopt;
  X.Mask = Argument(0);
  X.Value = Argument(1);
  if (X.Function != Function::Shuffle)
    return E;
  X.Lane = Argument(2);
  // Within parts of a warp lanes are counted from the part's first.
  const auto *Clamp = dyn_cast<ConstantInt>(Argument(3));
  return Clamp && Clamp->getZExtValue() == 31 ? std::optional(E) : std::nullopt;
}

Effect effectOfTileValue(const CallBase &Call) {
  Effect E;
  E.TheKind = Effect::Kind::Exchange;
  E.TheExchange.Function = Function::Vote;
  E.TheExchange.Tile = cast<ConstantInt>(Call.getArgOperand(1))->getZExtValue();
  return E;
}

} // namespace racemap::lift
