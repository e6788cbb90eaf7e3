// BlockOrder - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/order/BlockOrder.h"
#include "passes/intervals/Phases.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/SetVector.h"

namespace racemap::verdict {

using namespace map;
using intervals::Relation;
using intervals::Walk;
using llvm::dyn_cast;

bool mentionsThread(const Term *X) {
  return anyNode({X}, [](const Term *Y) {
    const auto *V = dyn_cast<Variable>(Y);
    return llvm::isa<Unknown>(Y) ||
           (V && (V->role() == Variable::Role::Loop ||
                  (V->isIndex() && V->builtin() < Builtin::BlockIdxX)));
  });
}

bool hasFence(const Stmt *After, const Stmt *Before, Relation R,
              const intervals::Ground &G) {
  bool Has = false;
  forEachStmt(G.P.Body, [&](const Stmt *S) {
    const auto *F = dyn_cast<Fence>(S);
    Has |= F && intervals::covers(F->TheScope, R) &&
           G.Where.position(After) < G.Where.position(F) &&
           G.Where.isPassed(F, Before);
  });
  return Has;
}

bool onlyReads(const Access *A) {
  const auto *Added = llvm::dyn_cast_or_null<Constant>(A->Operand);
  return !A->writes() ||
         (A->TheUpdate == Access::Update::Add && Added && Added->value() == 0);
}

std::vector<const Access *> changesAround(const Access *Of,
                                          const intervals::Ground &G,
                                          const Conflicts &Meeting) {
  llvm::SetVector<const Access *> Reached;
  Reached.insert(Of);
  for (size_t I = 0; I < Reached.size(); ++I)
    for (const Access *A : G.P.accesses())
      if (!onlyReads(A) && Meeting.mayShareBytes(*Reached[I], *A))
        Reached.insert(A);
  std::vector<const Access *> Changes;
  for (const Access *A : G.P.accesses())
    if (Reached.contains(A))
      Changes.push_back(A);
  bool IsElsewhere = llvm::any_of(
      Changes, [Of](const Access *A) { return A->TheArray != Of->TheArray; });
  return IsElsewhere ? std::vector<const Access *>() : Changes;
}

bool isLeftOnly(const Loop *L, const intervals::Ground &G,
                llvm::function_ref<bool(const Leave *)> Is) {
  if (L->While != G.P.terms().yes())
    return false;
  bool Only = true;
  forEachStmt(L->Body, [&](const Stmt *X) {
    const auto *Out = dyn_cast<Leave>(X);
    Only = Only && (!Out || Out->Target != L || Is(Out));
  });
  return Only;
}

bool BlockOrder::neverFinds(
    const Stmt *At, const Access *Read,
    llvm::function_ref<const Term *(const Term *)> Is) const {
  Walk W = Walk::pastBarriers(G, Scope::Grid);
  intervals::State There = W.arrivalAt(At);
  intervals::SharedVariables None;
  TwoThreads Both(Launch, T, Scope::Grid, None);
  Conjunction Q = Both.common();
  Q.push_back(Both.first(There.Condition));
  Q.push_back(Both.first(Is(There.Env(Read->Found))));
  return D.decide(Q).TheKind == solve::Answer::Kind::No;
}

bool BlockOrder::mayHaveReturned(const Stmt *S) const {
  bool May = false;
  forEachStmt(G.P.Body, [&](const Stmt *X) {
    const auto *L = dyn_cast<Leave>(X);
    if (!L || L->Target || G.Where.position(L) > G.Where.position(S))
      return;
    for (const Stmt *Around : G.Where.pathTo(L)) {
      const auto *I = dyn_cast<If>(Around);
      May |= llvm::isa<Loop>(Around) || (I && mentionsThread(I->Condition));
    }
  });
  return May;
}

const Term *BlockOrder::atThreadZero(const Term *X) const {
  return T.replace(G.Launch(X), [&](const Term *Y) -> const Term * {
    const auto *V = dyn_cast<Variable>(Y);
    bool Index = V && V->isIndex() && V->builtin() < Builtin::BlockIdxX;
    return Index ? T.constant(32, 0) : nullptr;
  });
}

bool BlockOrder::onlyBy(const Access *A, const Access *B) {
  auto [Entry, IsNew] = SameThread.try_emplace({A->Id, B->Id}, false);
  if (!IsNew)
    return Entry->second;
  Walk W = Walk::pastBarriers(G, Scope::Block), V = W;
  const Term *One = W.arrivalAt(A).Condition, *Two = V.arrivalAt(B).Condition;
  intervals::SharedVariables None;
  TwoThreads Both(Launch, T, Scope::Block, None);
  Conjunction Q = Both.common();
  llvm::append_range(
      Q, Conjunction{Both.different(), Both.first(One), Both.second(Two)});
  return Entry->second = D.decide(Q).TheKind == solve::Answer::Kind::No;
}

/// Does whoever comes to At pass S afterwards?
bool BlockOrder::isAlwaysBehind(const Stmt *S, const Stmt *At) const {
  const intervals::Place &Here = G.Where[S];
  if (!G.Where.loopsAround(S).empty())
    return false;
  for (const Stmt *X : G.Where.pathTo(At))
    if (G.Where[X].In == Here.In && G.Where[X].Index < Here.Index)
      return !mayHaveReturned(S);
  return false;
}

bool BlockOrder::hasBarrier(unsigned After, unsigned Before,
                            const Stmt *At) const {
  return llvm::any_of(G.P.barriers(), [&](const Barrier *B) {
    unsigned Here = G.Where.position(B);
    if (G.Split && G.Split->isSplit(B)) // others may arrive before After
      return false;
    return After < Here && Here < Before && B->TheScope >= Scope::Block &&
           intervals::includesAll(B) && IsConvergent(B, Relation::SameBlock) &&
           G.Where.isPassed(B, At);
  });
}

bool BlockOrder::isBeginning(const Access &A, const Term *Value,
                             const Access &At) const {
  const Term *Left =
      A.TheOperation == Access::Operation::Write ? A.Value : A.Operand;
  bool IsWritten = A.TheOperation == Access::Operation::Write ||
                   A.TheUpdate == Access::Update::Exchange;
  return A.TheArray->isOfOneBlock() && IsWritten && Left == Value &&
         !A.Asynchronous && G.Where.loopsAround(&A).empty() &&
         hasBarrier(G.Where.position(&A), G.Where.position(&At), &At);
}

bool BlockOrder::isFenced(const Stmt *From, const Stmt *At, bool IsOneThread,
                          Relation R) const {
  unsigned Begin = G.Where.position(From), End = G.Where.position(At);
  bool Has = false;
  forEachStmt(G.P.Body, [&](const Stmt *S) {
    const auto *F = dyn_cast<Fence>(S);
    unsigned Here = G.Where.position(S);
    if (!F || !intervals::covers(F->TheScope, R) || Here < Begin || Here > End)
      return;
    if (G.Where.isPassed(F, At))
      Has |= IsOneThread || hasBarrier(Begin, Here, At);
    if (isAlwaysBehind(F, From))
      Has |= hasBarrier(Here, End, At);
  });
  return Has;
}

bool BlockOrder::isReleased(const Access &A, const Access &At, bool ByItself,
                            Relation R) {
  if (&A == &At)
    return true;
  if (A.Asynchronous)
    return false;
  unsigned From = G.Where.position(&A), To = G.Where.position(&At);
  bool Released = From < To && ByItself &&
                  intervals::covers(At.AtomicScope, R) &&
                  (onlyBy(&A, &At) || hasBarrier(From, To, &At));
  return Released || isFenced(&A, &At, onlyBy(&A, &At), R);
}

bool BlockOrder::isBehind(const Access &A, const Access &At) {
  unsigned From = G.Where.position(&At), To = G.Where.position(&A);
  return From < To && (onlyBy(&A, &At) || hasBarrier(From, To, &A));
}

} // namespace racemap::verdict
