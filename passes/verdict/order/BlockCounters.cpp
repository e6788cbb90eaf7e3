// BlockCounters - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/order/BlockCounters.h"
#include "passes/map/PromiseRewriter.h"
#include "passes/map/Traversal.h"

namespace racemap::verdict {

using namespace map;
using intervals::Walk;
using llvm::dyn_cast;
using Operation = Access::Operation;
using Update = Access::Update;

BlockCounters::BlockCounters(const intervals::Ground &G, LaunchFacts &Launch,
                             Decider &D, const Conflicts &Meeting,
                             Observations &Seen, BlockOrder &InBlock)
    : G(G), T(G.P.terms()), Launch(Launch), D(D), Meeting(Meeting), Seen(Seen),
      InBlock(InBlock) {
  for (const Access *A : G.P.accesses()) {
    Counter C{A, {}};
    if (!isTaken(A))
      continue;
    findBroadcasts(C);
    if (llvm::all_of(G.P.accesses(), [&](const Access *W) {
          return W == A || !Meeting.mayShareBytes(*W, *A) ||
                 (W->TheArray == A->TheArray && isReset(W, C));
        }))
      Counters.push_back(std::move(C));
  }
}

/// How many there are; null if the grid has several dimensions.
const Term *BlockCounters::blocks() const {
  for (Builtin B : {Builtin::GridDimY, Builtin::GridDimZ})
    if (G.Launch(T.builtin(B)) != T.constant(32, 1))
      return nullptr;
  return G.Launch(T.builtin(Builtin::GridDimX));
}

/// Is what A finds found nowhere else?
bool BlockCounters::isOnlySite(const Access *A) const {
  return A->Found && llvm::count_if(G.P.accesses(), [&](const Access *X) {
                       return X->Found && X->Found->name() == A->Found->name();
                     }) == 1;
}

/// Does each block take at most one number here?
bool BlockCounters::isTaken(const Access *A) {
  const auto *One = llvm::dyn_cast_or_null<Constant>(A->Operand);
  bool Counts = (A->TheUpdate == Update::Add && One && One->value() == 1) ||
                (A->TheUpdate == Update::CountTo && A->Operand &&
                 !mentionsThread(A->Operand));
  if (!Counts || !isOnlySite(A) || !A->Found->operands().empty() ||
      A->TheArray->TheSpace != Space::Global || !A->Slots.empty() ||
      A->AtomicScope < Scope::Grid || !llvm::isa<Constant>(A->Offset) ||
      A->Size != 4 || !blocks())
    return false;
  if (!G.Where.loopsAround(A).empty() || !InBlock.onlyBy(A, A))
    return false;
  if (A->TheUpdate == Update::Add)
    return true;
  // It must not come to 0 before all blocks have a number.
  intervals::SharedVariables None;
  TwoThreads Both(Launch, T, Scope::Grid, None);
  Conjunction Q = Both.common();
  const Term *Most = T.sub(blocks(), T.constant(32, 1));
  Q.push_back(T.ult(G.Launch(A->Operand), Most));
  return D.decide(Q).TheKind == solve::Answer::Kind::No;
}

const Term *BlockCounters::number(const Counter &C, Copy Thread) const {
  return T.unmodelled((C.Take->Found->name() + " of the block").str(), 32, {},
                      Thread);
}

/// Puts the counter back to 0 when every block has its number.
bool BlockCounters::isReset(const Access *W, const Counter &C) {
  if (!W->writes())
    return true;
  const Term *Put = W->TheOperation == Operation::Write ? W->Value
                    : W->TheUpdate == Update::Exchange  ? W->Operand
                                                        : nullptr;
  const auto *Zero = llvm::dyn_cast_or_null<Constant>(Put);
  if (!Zero || Zero->value() || !InBlock.isBehind(*W, *C.Take))
    return false;
  intervals::SharedVariables None;
  TwoThreads Both(Launch, T, Scope::Grid, None);
  Walk Here = Walk::pastBarriers(G, Scope::Grid);
  Conjunction Q = Both.common();
  Q.push_back(Both.first(Here.arrivalAt(W).Condition));
  link(C, Q, Both, Q);
  Q.push_back(T.ne(number(C, Copy::First), T.sub(blocks(), T.constant(32, 1))));
  return D.decide(Q).TheKind == solve::Answer::Kind::No;
}

/// Does every thread of the block read what thread (0,0,0) wrote?
bool BlockCounters::isBroadcast(const Access *Write, const Access *Read,
                                const Access *Take) {
  if (!isOnlySite(Read) || Read->TheOperation != Operation::Read ||
      Write->TheOperation != Operation::Write || !Write->Value ||
      Write->TheArray != Read->TheArray || Write->Offset != Read->Offset ||
      !llvm::isa<Constant>(Read->Offset) || Write->Size != Read->Size ||
      Write->Value->width() != Read->Found->width() ||
      !Write->TheArray->isOfOneBlock() || InBlock.mayHaveReturned(Write))
    return false;
  auto ToWrite = G.Where.pathTo(Write), ToRead = G.Where.pathTo(Read);
  size_t Common = 0;
  while (ToWrite[Common] == ToRead[Common])
    ++Common;
  for (size_t I = 0; I + 1 < ToWrite.size(); ++I) {
    const auto *Around = dyn_cast<If>(ToWrite[I]);
    if (!Around)
      return false;
    bool InThen = G.Where[ToWrite[I + 1]].In == &Around->Then;
    const Term *C = InBlock.atThreadZero(Around->Condition);
    if (I < Common ? mentionsThread(Around->Condition)
                   : C != (InThen ? T.yes() : T.no()))
      return false;
    if (I < Common && InThen != (G.Where[ToRead[I + 1]].In == &Around->Then))
      return false;
  }
  bool Known = !anyNode({Write->Value}, [&](const Term *X) {
    const auto *V = dyn_cast<Variable>(X);
    return (V && V->role() == Variable::Role::Loop) ||
           (llvm::isa<Unknown>(X) && X != Take->Found);
  });
  return Known && G.Where.position(Write) < G.Where.position(Read) &&
         G.Where.isPassed(Take, Write) && Seen.neverMeet(Write, Read) &&
         InBlock.onlyBy(Write, Write);
}

void BlockCounters::findBroadcasts(Counter &C) {
  WithoutPromises Plain(T); // not every thread that is asked about has read it
  for (const Access *Read : G.P.accesses()) {
    const Access *Only = nullptr;
    bool Several = false;
    for (const Access *W : G.P.accesses())
      if (W->writes() && Meeting.mayShareBytes(*W, *Read)) {
        Several |= Only != nullptr;
        Only = W;
      }
    if (Only && !Several && isBroadcast(Only, Read, C.Take) &&
        mentions(Only->Value, C.Take->Found))
      C.Broadcasts.push_back(
          {Read->Found, Plain(InBlock.atThreadZero(Only->Value))});
  }
}

/// What the terms say about the number, in terms of the block's number.
void BlockCounters::link(const Counter &C, llvm::ArrayRef<const Term *> Terms,
                         const TwoThreads &Both, Conjunction &Out) const {
  Conjunction Links;
  forEachNode(Terms, [&](const Term *X) {
    const auto *U = dyn_cast<Unknown>(X);
    if (!U || U->cause() != Cause::Unmodelled || U->copy() == Copy::Any)
      return;
    const Term *Mine = number(C, U->copy());
    if (U->name() == C.Take->Found->name())
      Links.push_back(T.eq(U, Mine));
    for (const Broadcast &F : C.Broadcasts)
      if (F.Name->name() == U->name()) {
        const Term *Value = T.replace(F.Value, [&](const Term *Y) {
          return Y == C.Take->Found ? Mine : nullptr;
        });
        Links.push_back(T.eq(U, Both.copyOf(Value, U->copy())));
      }
  });
  llvm::append_range(Out, Links);
}

/// Does taking the number order what is before and behind it?
static bool ordersItself(const Access *Take) {
  return Take->Releases && Take->Acquires;
}

Conjunction BlockCounters::facts(llvm::ArrayRef<const Term *> Terms,
                                 const Access &A, const Access &B,
                                 const TwoThreads &Both) {
  Conjunction Facts;
  for (const Counter &C : Counters) {
    Conjunction Links;
    link(C, Terms, Both, Links);
    if (Links.empty())
      continue;
    llvm::append_range(Facts, Links);
    const Term *Mine = number(C, Copy::First), *Other = number(C, Copy::Second);
    const Term *All = blocks();
    llvm::append_range(Facts, Conjunction{T.ne(Mine, Other), T.ult(Mine, All),
                                          T.ult(Other, All)});
    if (InBlock.isReleased(A, *C.Take, ordersItself(C.Take)) &&
        InBlock.isBehind(B, *C.Take))
      Facts.push_back(T.ult(Other, Mine));
    if (InBlock.isReleased(B, *C.Take, ordersItself(C.Take)) &&
        InBlock.isBehind(A, *C.Take))
      Facts.push_back(T.ult(Mine, Other));
    Assumed.insert("'" + C.Take->TheArray->Name +
                   "' is 0 when the kernel begins");
  }
  return Facts;
}

} // namespace racemap::verdict
