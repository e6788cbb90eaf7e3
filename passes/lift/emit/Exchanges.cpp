// Exchanges - the statements for what the lanes of a warp tell each other.
//
// Only what decides an index, a condition or a bound is written down: the
// statement stands where the instruction does, and gets its terms when all
// others have theirs, if one of them mentions the result. If that is what a
// vote gives, all votes are written down: where lanes come to different ones,
// one may be counted for the other.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/emit/Emitter.h"
#include "passes/map/Traversal.h"

namespace racemap::lift {

using namespace llvm;
using map::Term;

void Emitter::emitExchange(const Instruction &I, const ExchangeEffect &X,
                           map::Sequence &Out) {
  auto Add = [&](const Instruction &Result) {
    auto *New = K.P.make<map::Exchange>();
    New->TheFunction = X.Function;
    New->Where = K.Names.locationOf(I);
    Exchanging.push_back({New, &Result, X});
    Out.push_back(New);
  };
  if (I.getType()->isIntegerTy())
    return Add(I);
  for (const User *U : I.users())
    if (const auto *Part = dyn_cast<ExtractValueInst>(U))
      Add(*Part);
}

/// The lanes of the thread's tile; none if the block does not have them all.
/// Only its last warp can lack some, from that on which is the block's size
/// modulo 32.
static const Term *maskOfTile(map::TermContext &T, unsigned Lanes) {
  using map::Builtin;
  using map::Op;
  auto And = [&](const Term *X, uint32_t Bits) {
    return T.make(Op::And, {X, T.constant(32, Bits)});
  };
  const Term *Thread = T.linearThread();
  const Term *Size =
      T.mul(T.mul(T.builtin(Builtin::BlockDimX), T.builtin(Builtin::BlockDimY)),
            T.builtin(Builtin::BlockDimZ));
  const Term *First = And(Thread, 32 - Lanes);
  const Term *Mask = T.make(
      Op::Shl, {T.constant(32, maskTrailingOnes<uint32_t>(Lanes)), First});
  const Term *Zero = T.constant(32, 0), *Rest = And(Size, 31);
  const Term *IsThere =
      T.logicalOr(T.eq(Rest, Zero), T.ult(Thread, And(Size, ~31u)));
  if (Lanes < 32)
    IsThere =
        T.logicalOr(IsThere, T.ule(T.add(First, T.constant(32, Lanes)), Rest));
  return T.ite(IsThere, Mask, Zero);
}

void Emitter::fill(const PendingExchange &X) {
  auto TermOf = [&](const Value *Operand) {
    const Loop *Here = K.Loops.getLoopFor(X.At->getParent());
    return Operand ? V.termIn(Operand, Here) : nullptr;
  };
  X.New->Value = TermOf(X.What.Value);
  X.New->Lane = TermOf(X.What.Lane);
  X.New->Mask =
      X.What.Tile ? maskOfTile(Terms, X.What.Tile) : TermOf(X.What.Mask);
  if (X.New->Mask == Terms.constant(32, 0xffffffff))
    X.New->Mask = nullptr;
}

/// Of what the lanes get; null if no term has needed it so far.
const map::Unknown *Emitter::nameOf(const PendingExchange &X) {
  return cast_or_null<map::Unknown>(
      V.nameOf(*X.At, X.At->getType()->getIntegerBitWidth()));
}

/// Gives a name to what is mentioned, by what is written down anyway or by
/// such an exchange; the others are pruned.
void Emitter::nameExchanges() {
  bool Changed = !Exchanging.empty(), AnyVote = false;
  auto IsVote = [](const map::Exchange &X) { return X.givesOneToAll(); };
  while (std::exchange(Changed, false)) {
    DenseSet<StringRef> Mentioned = mentionedNames();
    for (PendingExchange &X : Exchanging) {
      if (X.New->Result)
        continue;
      if (AnyVote && IsVote(*X.New))
        V.termIn(X.At, K.Loops.getLoopFor(X.At->getParent()));
      const map::Unknown *Name = nameOf(X);
      if (!Name ||
          (!Mentioned.contains(Name->name()) && !(AnyVote && IsVote(*X.New))))
        continue;
      X.New->Result = Name;
      fill(X);
      AnyVote |= IsVote(*X.New);
      Changed = true;
    }
  }
}

} // namespace racemap::lift
