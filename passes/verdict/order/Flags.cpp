// Flags - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/order/Flags.h"
#include "passes/map/Traversal.h"

namespace racemap::verdict {

using namespace map;
using intervals::Relation;
using llvm::dyn_cast;
using llvm::isa;

Flags::Flags(const intervals::Ground &G, LaunchFacts &Launch, Decider &D,
             const Conflicts &Meeting, BlockOrder &InBlock)
    : G(G), T(G.P.terms()), Launch(Launch), D(D), Meeting(Meeting),
      InBlock(InBlock) {
  std::vector<const Access *> Tried;
  for (const Access *A : G.P.accesses()) {
    if (!A->isAtomic() || onlyReads(A) || llvm::is_contained(Tried, A))
      continue;
    std::vector<const Access *> Changes = changesAround(A, G, Meeting);
    llvm::append_range(Tried, Changes);
    if (const Access *Put = putAmong(Changes))
      find(Put);
  }
}

/// The term for thread (0,0,0), if it depends on nothing but the block.
const Term *Flags::ofBlock(const Term *X) const {
  const Term *There = InBlock.atThreadZero(X);
  return mentionsThread(There) ? nullptr : There;
}

/// Under what a thread comes to S, if it does not return in a loop before and
/// all loops before end; null within a loop.
const Term *Flags::wayTo(const Stmt *S) const {
  const Term *Way = T.yes();
  auto Path = G.Where.pathTo(S);
  for (size_t I = 0; I + 1 < Path.size(); ++I) {
    const auto *Around = dyn_cast<If>(Path[I]);
    if (!Around)
      return nullptr;
    bool InThen = G.Where[Path[I + 1]].In == &Around->Then;
    const Term *C = G.Launch(Around->Condition);
    Way = T.logicalAnd(Way, InThen ? C : T.logicalNot(C));
  }
  // Who comes to a return goes no further, there or before.
  forEachStmt(G.P.Body, [&](const Stmt *X) {
    const auto *E = dyn_cast<Leave>(X);
    if (E && !E->Target && G.Where.position(E) < G.Where.position(S))
      if (const Term *Its = wayTo(E))
        Way = T.logicalAnd(Way, T.logicalNot(Its));
  });
  return Way;
}

/// No two blocks put something into one place.
bool Flags::isOfOneBlock(const Access *Put) {
  if (Put->TheArray->TheSpace == Space::Shared)
    return true;
  const Term *Way = wayTo(Put);
  intervals::SharedVariables None;
  TwoThreads Both(Launch, T, Scope::Grid, None);
  const Term *Place = G.Launch(Put->Offset);
  Conjunction Q = Both.common();
  llvm::append_range(
      Q, Conjunction{Both.related(Relation::DifferentBlock, /*ByWarp=*/false),
                     Both.first(Way), Both.second(Way),
                     T.eq(Both.first(Place), Both.second(Place))});
  return D.decide(Q).TheKind == solve::Answer::Kind::No;
}

/// Who comes to At has found something else than 0.
bool Flags::isNeverZero(const Stmt *At, const Access *Read) const {
  return InBlock.neverFinds(At, Read, [&](const Term *Found) {
    return T.eq(Found, T.constant(Found->width(), 0));
  });
}

/// Can a thread have several values of it?
static bool varies(const Term *X) {
  return anyNode({X}, [](const Term *Y) {
    const auto *V = dyn_cast<Variable>(Y);
    return isa<Unknown>(Y) || (V && V->role() == Variable::Role::Loop);
  });
}

/// A loop that is left when the place is not 0; or a loop that goes on while
/// it is, whose last read stands behind it.
std::optional<Flags::Wait> Flags::waitAt(const Access *Read) const {
  if (!Read->Found || !Read->Slots.empty() || varies(Read->Offset))
    return std::nullopt;
  const intervals::Place &Here = G.Where[Read];
  const Stmt *Begin = nullptr, *End = nullptr;
  auto IsFound = [&](const Leave *Out) {
    return G.Where.isPassed(Read, Out) && isNeverZero(Out, Read);
  };
  const auto *Around = llvm::dyn_cast_or_null<Loop>(Here.Parent);
  if (Around && isLeftOnly(Around, G, IsFound)) {
    Begin = End = Around;
  } else if (Here.Index > 0 && isa<Loop>((*Here.In)[Here.Index - 1]) &&
             isNeverZero(Read, Read)) {
    Begin = (*Here.In)[Here.Index - 1];
    End = Read;
  }
  if (!Begin)
    return std::nullopt;
  const Term *Way = InBlock.mayHaveReturned(Begin) ? nullptr : wayTo(Begin);
  return Wait{Read, End, Way ? ofBlock(Way) : nullptr, ofBlock(Read->Offset)};
}

/// Does thread (0,0,0) write 0 there first?
bool Flags::isClearedFor(const Access &Clear, const Access &A) const {
  const Term *Way = wayTo(&Clear);
  return Way && InBlock.atThreadZero(Way) == T.yes() &&
         isa<Constant>(Clear.Offset) && Clear.Offset == A.Offset &&
         Clear.Size == A.Size &&
         InBlock.isBeginning(Clear, T.constant(8 * Clear.Size, 0), A);
}

/// The one of a flag's changes that is not what every thread finds there at
/// first; null if that is not one access alone.
const Access *Flags::putAmong(llvm::ArrayRef<const Access *> Changes) const {
  const Access *Put = Changes.empty() ? nullptr : Changes.back();
  if (!Put || !Put->isAtomic() || !Put->Slots.empty())
    return nullptr;
  llvm::ArrayRef<const Access *> Before = Changes.drop_back();
  for (const Access *Other : G.P.accesses())
    if (!llvm::is_contained(Before, Other) &&
        !llvm::all_of(Before, [&](const Access *X) {
          return !Meeting.mayShareBytes(*X, *Other) || isClearedFor(*X, *Other);
        }))
      return nullptr;
  bool IsShared = Put->TheArray->TheSpace == Space::Shared;
  return IsShared == (Changes.size() > 1) ? Put : nullptr;
}

void Flags::find(const Access *Put) {
  const Term *Way = wayTo(Put);
  if (!Way)
    return;
  Flag S{Put, ofBlock(Way), ofBlock(Put->Offset), {}};
  if (!S.Condition || !S.Place)
    return;
  for (const Access *R : G.P.accesses())
    if (R != Put && R->TheArray == Put->TheArray && R->Size == Put->Size &&
        R->isAtomic())
      if (auto Waits = waitAt(R); Waits && Waits->Place)
        S.Waits.push_back(*Waits);
  if (!S.Waits.empty() && isOfOneBlock(Put))
    Found.push_back(std::move(S));
}

/// Has who comes to A waited there, itself or by thread (0,0,0) of its block,
/// and been told what the other one did?
bool Flags::isBehind(const Access &A, const Wait &W, Relation R) {
  if (A.Asynchronous || !intervals::covers(W.Read->AtomicScope, R))
    return false;
  if (G.Where.isPassed(W.End, &A))
    return W.Read->Acquires || hasFence(W.Read, &A, R, G);
  // Within the loop, it may not have found it yet.
  if (!W.Condition || llvm::is_contained(G.Where.pathTo(&A), W.End))
    return false;
  if (W.Read->Acquires)
    return InBlock.hasBarrier(G.Where.position(W.End), G.Where.position(&A),
                              &A);
  return InBlock.isFenced(W.End, &A, /*IsOneThread=*/false, R);
}

/// First is at A, the other one at B.
void Flags::relate(const Access &A, const Access &B, Copy First, Relation R,
                   const TwoThreads &Both, Conjunction &Out) {
  Copy Second = First == Copy::First ? Copy::Second : Copy::First;
  for (const Flag &S : Found) {
    const Array &Flag = *S.Put->TheArray;
    bool IsSeen =
        Flag.TheSpace == Space::Global || R != Relation::DifferentBlock;
    if (!IsSeen || !intervals::covers(S.Put->AtomicScope, R) ||
        !InBlock.isReleased(A, *S.Put, S.Put->Releases, R))
      continue;
    for (const Wait &W : S.Waits) {
      if (!isBehind(B, W, R))
        continue;
      bool ByItself = G.Where.isPassed(W.End, &B);
      const Term *Has = ByItself ? T.yes() : W.Condition;
      const Term *There = ByItself ? G.Launch(W.Read->Offset) : W.Place;
      const Term *Same =
          T.eq(Both.copyOf(S.Place, First), Both.copyOf(There, Second));
      Out.push_back(T.logicalNot(
          T.logicalAnd(Same, T.logicalAnd(Both.copyOf(S.Condition, First),
                                          Both.copyOf(Has, Second)))));
      if (Flag.TheSpace == Space::Global)
        Assumed.insert("'" + Flag.Name + "' is 0 when the kernel begins");
    }
  }
}

Conjunction Flags::facts(const Access &A, const Access &B, Relation R,
                         const TwoThreads &Both) {
  Conjunction Facts;
  if (R == Relation::OneThread)
    return Facts;
  relate(A, B, Copy::First, R, Both, Facts);
  relate(B, A, Copy::Second, R, Both, Facts);
  return Facts;
}

} // namespace racemap::verdict
