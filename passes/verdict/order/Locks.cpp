// Locks - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/order/Locks.h"

namespace racemap::verdict {

using namespace map;
using intervals::Interval;
using intervals::Reach;
using intervals::Relation;
using Operation = Access::Operation;
using Update = Access::Update;

Locks::Locks(const intervals::Ground &G, const Conflicts &Meeting,
             const BlockOrder &InBlock)
    : G(G), T(G.P.terms()), Meeting(Meeting), InBlock(InBlock) {
  std::vector<const Access *> Tried;
  for (const Access *A : G.P.accesses()) {
    if (!A->isAtomic() || !A->Found || onlyReads(A) ||
        A->TheArray->Distributed || llvm::is_contained(Tried, A))
      continue;
    std::vector<const Access *> Changes = changesAround(A, G, Meeting);
    llvm::append_range(Tried, Changes);
    find(std::move(Changes));
  }
}

static const Constant *left(const Access *A) {
  return llvm::dyn_cast_or_null<Constant>(
      A->TheOperation == Operation::Write ? A->Value : A->Operand);
}

static bool isCompareExchange(const Access *A) {
  return A->TheUpdate == Update::CompareExchange &&
         llvm::isa_and_nonnull<Constant>(A->Expected) && left(A);
}

/// Of the lock's changes, in program order: what the first compare-and-swap
/// expects; or what is written and not looked at, by an exchange or a store.
const Term *Locks::freeValue(llvm::ArrayRef<const Access *> Changes) const {
  for (const Access *A : Changes)
    if (isCompareExchange(A) && A->Found)
      return A->Expected;
  for (const Access *A : Changes)
    if (!A->Found && left(A) && A->TheUpdate != Update::CompareExchange)
      return left(A);
  return nullptr;
}

/// Does it find Free only where it gets the lock, and leave another value? All
/// that take it are as wide as Free, so they are of one place or apart.
static bool takes(const Access *A, const Term *Free) {
  if (!A->isAtomic() || !A->Found || !left(A) || left(A) == Free ||
      A->Found->width() != Free->width())
    return false;
  return A->TheUpdate == Update::Exchange ||
         (isCompareExchange(A) && A->Expected == Free);
}

/// Null if whoever comes to Give need not have come from Take, or could do so
/// several times.
const Stmt *Locks::beginOf(const Access *Take, const Access *Give) const {
  auto Around = G.Where.loopsAround(Take), Its = G.Where.loopsAround(Give);
  const Stmt *Begin = Take;
  auto IsBehind = [&](const Leave *Out) { return G.Where.isPassed(Take, Out); };
  if (Around.size() == Its.size() + 1 &&
      isLeftOnly(llvm::cast<Loop>(Around.back()), G, IsBehind))
    Begin = Around.pop_back_val();
  return Around == Its && G.Where.isPassed(Begin, Give) ? Begin : nullptr;
}

/// Only who has taken the lock comes to Give, and gives back the same one.
bool Locks::givesBack(const Section &S) const {
  const Access *Give = S.Give, *Take = S.Take;
  bool IsKnown = Give->TheOperation == Operation::Write ||
                 Give->TheUpdate == Update::Exchange ||
                 Give->TheUpdate == Update::CompareExchange;
  if (!IsKnown || Give->Asynchronous || Give->Offset != Take->Offset ||
      Give->Slots != Take->Slots || Give->Size != Take->Size || !S.Begin)
    return false;
  return InBlock.neverFinds(
      Give, Take, [&](const Term *Found) { return T.ne(Found, S.Free); });
}

/// The sections of a lock that is changed so; none if it is none.
void Locks::find(std::vector<const Access *> Changes) {
  const Term *Free = freeValue(Changes);
  if (!Free)
    return;
  std::vector<const Access *> Takes;
  llvm::copy_if(Changes, std::back_inserter(Takes),
                [&](const Access *A) { return takes(A, Free); });
  if (Takes.empty())
    return;
  llvm::erase_if(Changes, [&](const Access *A) {
    return llvm::all_of(Takes, [&](const Access *Take) {
      return InBlock.isBeginning(*A, Free, *Take);
    });
  });
  std::vector<Section> Found;
  const Access *Taken = nullptr;
  for (const Access *A : Changes) {
    if (takes(A, Free)) {
      Taken = A;
      continue;
    }
    if (!Taken)
      return;
    Found.push_back({Taken, A, beginOf(Taken, A), Free});
    if (!givesBack(Found.back()))
      return;
    Taken = nullptr;
  }
  llvm::append_range(Sections, Found);
}

/// Wherever that barrier stands: who waits there may not have the lock.
bool Locks::isOverBarrier(const Stmt *After, const Stmt *Before) const {
  return llvm::any_of(G.P.barriers(), [&](const Barrier *B) {
    unsigned Here = G.Where.position(B);
    return G.Where.position(After) < Here && Here < G.Where.position(Before);
  });
}

/// Does who is at the access have the lock, if taking it was a success, and
/// pass its fences?
bool Locks::isHeld(const Section &S, const Reach &At, Relation R) const {
  const Access *A = At.TheAccess;
  if (A->Asynchronous || At.IsInFlight || A == S.Give ||
      !G.Where.isPassed(S.Begin, A) ||
      G.Where.position(A) > G.Where.position(S.Give) ||
      isOverBarrier(S.Take, A) || !Meeting.mayOverlap(*S.Take, *S.Take, R))
    return false;
  bool GivesByAtomic = S.Give->isAtomic();
  if (!intervals::covers(S.Take->AtomicScope, R) ||
      (GivesByAtomic && !intervals::covers(S.Give->AtomicScope, R)))
    return false;
  return (S.Take->Acquires || hasFence(S.Take, A, R, G)) &&
         ((GivesByAtomic && S.Give->Releases) || hasFence(A, S.Give, R, G));
}

/// Where the thread takes the lock, if it does that once in the interval.
const Reach *Locks::taking(const Section &S, const Interval &In) const {
  const Reach *Only = nullptr;
  for (const Reach &R : In.Reaches) {
    if (R.TheAccess != S.Take)
      continue;
    if (Only)
      return nullptr;
    Only = &R;
  }
  return Only;
}

Conjunction Locks::facts(const Interval &In, const Reach &A, const Reach &B,
                         const TwoThreads &Both) const {
  Conjunction Facts;
  auto IsIn = [&](const Section &S, const Reach &At) {
    return isHeld(S, At, In.TheRelation);
  };
  for (const Section &S : Sections)
    for (const Section &Other : Sections) {
      if (S.Take->TheArray != Other.Take->TheArray || !IsIn(S, A) ||
          !IsIn(Other, B))
        continue;
      const Reach *Mine = taking(S, In), *Theirs = taking(Other, In);
      if (!Mine || !Theirs)
        continue;
      const Term *NotBoth =
          T.logicalOr(Both.first(T.ne(Mine->Found, S.Free)),
                      Both.second(T.ne(Theirs->Found, Other.Free)));
      // They are in one array, so where they lie is known.
      for (auto [X, Y] : Meeting.places(*Mine, *Theirs, Both))
        NotBoth = T.logicalOr(NotBoth, T.ne(X, Y));
      Facts.push_back(NotBoth);
    }
  return Facts;
}

} // namespace racemap::verdict
