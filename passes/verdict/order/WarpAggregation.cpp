// WarpAggregation - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/order/WarpAggregation.h"
#include "passes/map/BitCount.h"
#include "passes/map/Traversal.h"

namespace racemap::verdict {

using namespace map;
using intervals::SharedVariables;
using llvm::dyn_cast;
using Function = Exchange::Function;

WarpAggregation::WarpAggregation(const intervals::Ground &G,
                                 LaunchFacts &Launch, Decider &D)
    : G(G), T(G.P.terms()), Launch(Launch), D(D) {
  forEachStmt(G.P.Body, [&](const Stmt *S) {
    const auto *X = dyn_cast<Exchange>(S);
    if (!X)
      return;
    auto [Entry, IsNew] = ByResult.try_emplace(X->Result->name(), X);
    if (!IsNew)
      Entry->second = nullptr;
  });
}

const AggregatedAtomic *WarpAggregation::find(llvm::StringRef Name) {
  const Exchange *X = ByResult.lookup(Name);
  if (!X || X->TheFunction != Function::Shuffle)
    return nullptr;
  auto [Entry, IsNew] = Known.try_emplace(Name, std::nullopt);
  if (IsNew)
    Entry->second = resolve(X);
  return Entry->second ? &*Entry->second : nullptr;
}

const Term *WarpAggregation::rank(const Term *Mask, const Term *Lane) const {
  const Term *One = T.constant(32, 1);
  const Term *Below = T.sub(T.make(Op::Shl, {One, Lane}), One);
  return bitsSet(T, T.make(Op::And, {Mask, Below}));
}

Conjunction WarpAggregation::sameCounts(const Term *Count,
                                        llvm::ArrayRef<const Term *> Terms) {
  Conjunction Same;
  const Term *Word = wordCounted(Count);
  forEachNode(Terms, [&](const Term *X) {
    const Term *Other = X == Count ? nullptr : wordCounted(X);
    if (Word && Other && Other->width() == Word->width() &&
        D.decide({T.ne(Word, Other)}).TheKind == solve::Answer::Kind::No)
      Same.push_back(T.eq(X, Count));
  });
  return Same;
}

/// The only one that gives this, in the iterations in which it is mentioned.
const Exchange *WarpAggregation::exchange(const Term *Result) const {
  const auto *U = llvm::dyn_cast_or_null<Unknown>(Result);
  const Exchange *X = U ? ByResult.lookup(U->name()) : nullptr;
  return X && X->Result == U ? X : nullptr;
}

/// Does T follow from the terms, and from what a block has in common?
static bool followsFrom(const Term *T, llvm::ArrayRef<const Term *> Known) {
  if (llvm::is_contained(Known, T))
    return true;
  if (const auto *V = dyn_cast<Variable>(T))
    return intervals::isUniformName(V, Scope::Block, {});
  const auto *U = dyn_cast<Unknown>(T);
  if (U && !intervals::isUniformFunction(U, Scope::Block))
    return false;
  return llvm::all_of(T->operands(),
                      [&](const Term *X) { return followsFrom(X, Known); });
}

/// Whoever passes From, as one of the members, comes to To next.
bool WarpAggregation::comesFrom(const Stmt *From, const Stmt *To,
                                const Term *Members) {
  const intervals::Place &Begin = G.Where[From];
  bool IsBehind = false;
  auto Path = G.Where.pathTo(To);
  for (size_t I = 0; I < Path.size(); ++I) {
    const intervals::Place &Here = G.Where[Path[I]];
    bool IsFirst = Here.In == Begin.In && Begin.Index < Here.Index;
    IsBehind |= IsFirst;
    if (!IsBehind)
      continue;
    for (size_t Before = IsFirst ? Begin.Index + 1 : 0; Before < Here.Index;
         ++Before)
      if (canBeLeft((*Here.In)[Before]))
        return false;
    if (Path[I] == To)
      return true;
    const auto *Around = dyn_cast<If>(Path[I]);
    if (!Around || !Members)
      return false;
    const Term *Way = G.Launch(Around->Condition);
    if (G.Where[Path[I + 1]].In != &Around->Then)
      Way = T.logicalNot(Way);
    if (!never(Members, T.logicalNot(Way)))
      return false;
  }
  return false;
}

/// Do all threads of a block that have not returned come there together, as
/// often as any of them?
bool WarpAggregation::surroundingsAreUniform(const Stmt *S) const {
  SharedVariables Shared;
  auto Path = G.Where.pathTo(S);
  for (const Stmt *X : llvm::drop_end(Path)) {
    if (const auto *L = dyn_cast<Loop>(X)) {
      bool Breaks = false;
      forEachStmt(L->Body, [&](const Stmt *Y) {
        const auto *Out = dyn_cast<Leave>(Y);
        Breaks |= Out && Out->Target;
      });
      if (Breaks || !shareVariables(L, G.Launch, Scope::Block, Shared) ||
          !intervals::isUniform(G.Launch(L->While), Scope::Block, Shared))
        return false;
    } else if (!intervals::isUniform(G.Launch(llvm::cast<If>(X)->Condition),
                                     Scope::Block, Shared)) {
      return false;
    }
  }
  return true;
}

static const Term *members(const Exchange *Made) {
  return Made->TheFunction == Function::Ballot ? Made->Value : nullptr;
}

/// Do those that take part know each other to be at this statement?
bool WarpAggregation::isOneForAll(const Exchange *X) {
  if (X->TheFunction == Function::Active)
    return true;
  if (!X->Mask)
    return surroundingsAreUniform(X);
  const Exchange *Made = exchange(X->Mask);
  return Made && Made != X && Made->TheFunction != Function::Shuffle &&
         isOneForAll(Made) && comesFrom(Made, X, members(Made));
}

/// Is there no thread of which both hold?
bool WarpAggregation::never(const Term *One, const Term *Other) {
  SharedVariables None;
  TwoThreads Both(Launch, T, Scope::Grid, None);
  Conjunction Q = Both.common();
  Q.push_back(Both.first(G.Launch(One)));
  Q.push_back(Both.first(G.Launch(Other)));
  return D.decide(Q).TheKind == solve::Answer::Kind::No;
}

namespace {

/// Puts one term in place of another.
class Exchanged {
public:
  Exchanged(TermContext &Terms, const Term *Old, const Term *New)
      : Terms(Terms), Done{{Old, New}} {}
  const Term *operator()(const Term *T) {
    if (const Term *New = Done.lookup(T))
      return New;
    llvm::SmallVector<const Term *, 3> Operands;
    for (const Term *X : T->operands())
      Operands.push_back((*this)(X));
    const Term *New = T;
    if (const auto *U = dyn_cast<Unknown>(T))
      New = Terms.rebuild(U, Operands, U->copy());
    else if (const auto *O = dyn_cast<Operation>(T))
      New = Terms.rebuild(O, Operands, O->promises());
    return Done[T] = New;
  }

private:
  TermContext &Terms;
  llvm::DenseMap<const Term *, const Term *> Done;
};

} // namespace

/// The lane that is asked is of the group, and has found what it tells, adding
/// as much as there are lanes. What a lane's number is made of rarely matters,
/// so first it is just a number.
bool WarpAggregation::isTakenBy(const AggregatedAtomic &H) {
  SharedVariables None;
  TwoThreads Both(Launch, T, Scope::Grid, None);
  const Term *Lane = Both.lane(), *Any = T.unmodelled("lane", 32, {});
  const Term *Asked =
      T.make(Op::And, {G.Launch(H.Given->Lane), T.constant(32, 31)});
  const Term *IsAsked =
      T.logicalAnd(Both.names(H.Group, Lane), T.eq(Lane, Asked));
  auto Is = [&](const Term *X, const Term *Y) {
    if (X->width() != Y->width())
      return false;
    const Term *Differs = T.ne(G.Launch(X), Y);
    const Term *Question = T.logicalAnd(IsAsked, Differs);
    bool Never =
        Differs == T.no() || D.decide({Exchanged(T, Lane, Any)(Question),
                                       T.ult(Any, T.constant(32, 32))})
                                     .TheKind == solve::Answer::Kind::No;
    return Never || never(IsAsked, Differs);
  };
  const Term *IsEmpty = T.eq(H.Group, T.constant(32, 0));
  const Term *AsksOther =
      T.logicalNot(T.logicalOr(IsEmpty, Both.names(H.Group, Asked)));
  return D.decide({AsksOther}).TheKind == solve::Answer::Kind::No &&
         Is(H.Given->Value, H.Taken->Found) &&
         Is(H.Taken->Operand, bitsSet(T, H.Group));
}

std::optional<AggregatedAtomic>
WarpAggregation::groupOf(const Exchange *Shuffle, const Access *Taken,
                         const Exchange *Made) {
  AggregatedAtomic H{Shuffle, Taken, Made->Result, nullptr};
  bool IsBallot = Made->TheFunction == Function::Ballot;
  if (IsBallot) // whoever is not a member may shuffle too, or by mistake
    H.IsMember = Made->Value;
  bool IsOfGroup = Shuffle->Mask == Made->Result;
  if (!IsOfGroup && (!IsBallot || Shuffle->Mask != Made->Mask ||
                     !comesFrom(Made, Shuffle, nullptr)))
    return std::nullopt;
  llvm::SmallVector<const Term *, 3> Known{Made->Result};
  if (Made->TheFunction == Function::Match)
    Known.push_back(Made->Value);
  bool IsOnePlace = followsFrom(Taken->Offset, Known) &&
                    llvm::all_of(Taken->Slots, [&](const Term *X) {
                      return followsFrom(X, Known);
                    });
  bool Holds = IsOnePlace && followsFrom(Shuffle->Lane, {Made->Result}) &&
               Taken->Found->operands() == Made->Result->operands() &&
               isOneForAll(Shuffle) && isOneForAll(Made) && isTakenBy(H);
  return Holds ? std::optional(H) : std::nullopt;
}

std::optional<AggregatedAtomic>
WarpAggregation::resolve(const Exchange *Shuffle) {
  if (Shuffle->Value->width() != 32)
    return std::nullopt;
  for (const Access *A : G.P.accesses()) {
    if (!A->Found || A->TheUpdate != Access::Update::Add ||
        !mentions(Shuffle->Value, A->Found))
      continue;
    for (const auto &[Name, Made] : ByResult)
      if (Made && Made->TheFunction != Function::Shuffle &&
          (mentions(A->Operand, Made->Result) || Shuffle->Mask == Made->Result))
        if (auto H = groupOf(Shuffle, A, Made))
          return H;
  }
  return std::nullopt;
}

} // namespace racemap::verdict
