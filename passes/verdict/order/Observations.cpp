// Observations - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/order/Observations.h"
#include "passes/map/Mentioned.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/DenseSet.h"

namespace racemap::verdict {

using namespace map;
using intervals::Interval;
using intervals::Reach;
using intervals::Relation;
using llvm::dyn_cast;

/// More pairs of values in one query help nobody.
static constexpr size_t MaxPairs = 64;
/// Nor do more values of one thread.
static constexpr size_t MaxEvents = 64;

/// The same access, written down in several places?
static bool areSites(const Access *A, const Access *B) {
  return A->TheOperation == B->TheOperation && A->TheArray == B->TheArray &&
         A->Offset == B->Offset && A->Slots == B->Slots && A->Size == B->Size &&
         A->TheUpdate == B->TheUpdate && A->Operand == B->Operand &&
         A->Expected == B->Expected && A->Found == B->Found;
}

Observations::Observations(const intervals::Ground &G, LaunchFacts &Launch,
                           Decider &D, const Conflicts &Meeting,
                           intervals::Convergence IsConvergent,
                           VotesTogether DoVote)
    : G(G), T(G.P.terms()), Launch(Launch), D(D), Meeting(Meeting),
      IsConvergent(std::move(IsConvergent)), DoVote(std::move(DoVote)),
      Aggregation(G, Launch, D), Plain(T) {
  for (const Access *A : G.P.accesses())
    if (A->Found)
      ByName[A->Found->name()].push_back(A);
  for (auto &[Name, At] : ByName)
    if (!llvm::all_of(At, [&](const Access *A) { return areSites(A, At[0]); }))
      At.clear();
  forEachStmt(G.P.Body, [&](const Stmt *S) {
    if (const auto *L = dyn_cast<Loop>(S))
      ByCounter[L->Counter] = L;
    addReturning(S);
  });
}

/// What all that meet at S get; null if they get nothing, or each its own.
static const Unknown *resultOf(const Stmt *S) {
  if (const auto *B = dyn_cast<Barrier>(S))
    return B->Result;
  const auto *X = dyn_cast<Exchange>(S);
  return X && X->givesOneToAll() ? X->Result : nullptr;
}

void Observations::addReturning(const Stmt *S) {
  const Unknown *Result = resultOf(S);
  if (!Result)
    return;
  auto [Its, IsNew] = Returning.try_emplace(Result->name());
  auto &Sites = Its->second;
  auto Around = G.Where.loopsAround(S);
  bool SaysWhen = llvm::all_of(Around, [&](const Stmt *L) {
    return llvm::is_contained(Result->operands(), llvm::cast<Loop>(L)->Counter);
  });
  auto IsAnother = [&](const Stmt *Site) {
    return Site->kind() != S->kind() || resultOf(Site) != Result ||
           G.Where.loopsAround(Site) == Around;
  };
  bool IsKnown = SaysWhen && !ByName.contains(Result->name()) &&
                 (IsNew || !Sites.empty()) && llvm::none_of(Sites, IsAnother);
  if (IsKnown)
    Sites.push_back(S);
  else
    Sites.clear();
}

/// Nothing if it is not known where the value comes from.
std::optional<Observations::Event> Observations::eventOf(const Unknown *U) {
  const AggregatedAtomic *For = Aggregation.find(U->name());
  auto Found = ByName.find(For ? For->Taken->Found->name() : U->name());
  if (Found == ByName.end() || Found->second.empty())
    return std::nullopt;
  Event E{U, &Found->second, For};
  bool IsWhole = E.name()->width() == U->width() &&
                 E.name()->operands().size() == U->operands().size();
  return IsWhole ? std::optional(E) : std::nullopt;
}

Conjunction Observations::facts(llvm::ArrayRef<const Term *> Terms,
                                const TwoThreads &Both) {
  return collect(Terms, Terms, Both, Which::All);
}

Conjunction Observations::equalities(llvm::ArrayRef<const Term *> Terms,
                                     const TwoThreads &Both,
                                     llvm::ArrayRef<const Term *> Known) {
  return collect(Terms, Known, Both, Which::Equalities);
}

/// When two threads that come to S in the same iterations do so together; null
/// if that is not known.
const Term *Observations::meet(const Stmt *S, const TwoThreads &Both) const {
  if (const auto *B = dyn_cast<Barrier>(S))
    return IsConvergent(B, Relation::SameBlock) ? T.yes() : nullptr;
  const auto *X = llvm::cast<Exchange>(S);
  if (!DoVote(X))
    return nullptr;
  const Term *Named = T.yes();
  if (X->Mask) {
    intervals::Party Its;
    Its.Mask = G.Launch(X->Mask);
    Named = Both.areTogether(Its);
  }
  return T.logicalAnd(Both.sameWarp(), Named);
}

/// That both have come to one barrier of their block, or to one vote of their
/// warp, in the same iterations, and so have got the same; null if nothing is
/// known.
const Term *Observations::sameResult(const Unknown *Mine, const Unknown *Other,
                                     const TwoThreads &Both) const {
  auto At = Returning.find(Mine->name());
  if (At == Returning.end() || At->second.empty() ||
      Both.group() > Scope::Block)
    return nullptr;
  const Unknown *Its = resultOf(At->second.front());
  size_t Size = Its->operands().size();
  if (Mine->name() != Other->name() || Mine->width() != Other->width() ||
      Mine->operands().size() != Size || Other->operands().size() != Size)
    return nullptr;
  const Term *Apart = T.no();
  for (auto [X, Y] : llvm::zip(Mine->operands(), Other->operands()))
    Apart = T.logicalOr(Apart, T.ne(X, Y));
  for (const Stmt *S : At->second) {
    const Term *Meets = meet(S, Both);
    if (!Meets)
      return nullptr;
    Apart = T.logicalOr(Apart, T.logicalNot(Meets));
  }
  return T.logicalOr(Apart, T.eq(Mine, Other));
}

Conjunction Observations::collect(llvm::ArrayRef<const Term *> Terms,
                                  llvm::ArrayRef<const Term *> Known,
                                  const TwoThreads &Both, Which Wanted) {
  llvm::SmallVector<Event, 4> First, Second;
  llvm::SmallVector<const Unknown *, 4> Got, OtherGot;
  if (!isEmpty())
    forEachNode(Terms, [&](const Term *X) {
      const auto *U = dyn_cast<Unknown>(X);
      if (!U || U->cause() != Cause::Unmodelled || U->copy() == Copy::Any)
        return;
      if (auto E = eventOf(U))
        (U->copy() == Copy::First ? First : Second).push_back(*E);
      if (!Returning.lookup(U->name()).empty())
        (U->copy() == Copy::First ? Got : OtherGot).push_back(U);
    });
  Conjunction Facts;
  if (First.size() * Second.size() > MaxPairs ||
      std::max(First.size(), Second.size()) > MaxEvents)
    return Facts;
  for (const Unknown *Mine : Got)
    for (const Unknown *Other : OtherGot)
      if (Facts.size() < MaxPairs)
        if (const Term *Fact = sameResult(Mine, Other, Both))
          Facts.push_back(Fact);
  if (Wanted == Which::All)
    for (const Event &E : llvm::concat<const Event>(First, Second))
      if (const Term *Rank = rankOf(E, Both))
        llvm::append_range(Facts, Aggregation.sameCounts(Rank, Terms));
  for (const Event &E : llvm::concat<const Event>(First, Second))
    if (const Term *Fact = ownValue(E, Both, Known))
      Facts.push_back(Fact);
  for (const Event &A : First)
    for (const Event &B : Second)
      if (const Term *Fact = relate(A, B, Both, Wanted))
        Facts.push_back(Fact);
  for (auto *Its : {&First, &Second})
    for (const Event &A : *Its)
      for (const Event *B = &A + 1; B != Its->end(); ++B)
        if (const Term *Fact = sameInThread(A, *B, Both))
          Facts.push_back(Fact);
  for (const Term *&Fact : Facts)
    Fact = Plain(Fact);
  return Facts;
}

/// A test of L's iterations that holds for one only if L comes to it; null if
/// there is none.
const Term *Observations::comesTo(const Loop *L) const {
  const Term *While = L->While;
  bool IsSigned = isOp(While, Op::SLt);
  if (G.Loops[L].CanBeLeft || (!IsSigned && !isOp(While, Op::ULt)))
    return nullptr;
  const Term *Counted = While->operand(0), *Limit = While->operand(1);
  const auto &R = L->TheRange;
  bool Varies = anyNode({Limit}, [&](const Term *X) {
    return llvm::isa<Unknown>(X) || X == L->Counter || (R && X == R->Var);
  });
  if (Varies)
    return nullptr;
  if (Counted == L->Counter && !IsSigned)
    return While;
  const auto *Step = R && R->Kind == Loop::StepKind::Add
                         ? dyn_cast<Constant>(R->Step)
                         : nullptr;
  if (!Step || Step->value() != 1 || Counted != R->Var)
    return nullptr;
  return T.logicalAnd(While, IsSigned ? T.sle(R->Start, Counted)
                                      : T.ule(R->Start, Counted));
}

/// That the thread comes to the access; null if that cannot be said.
const Term *Observations::happens(const Event &E) const {
  const Term *All = T.yes();
  auto Path = G.Where.pathTo(&E.access());
  for (auto [Around, Within] : llvm::zip(Path, llvm::drop_begin(Path))) {
    const auto *I = dyn_cast<If>(Around);
    const auto *L = dyn_cast<Loop>(Around);
    const Term *C = I ? I->Condition : L ? comesTo(L) : nullptr;
    if (I && G.Where[Within].In != &I->Then)
      C = T.logicalNot(C);
    const Term *Then = C ? valueOf(C, E) : nullptr;
    if (!Then)
      return nullptr;
    All = T.logicalAnd(All, Then);
  }
  return All;
}

/// That E has found what its thread has written there, if it has come to that;
/// null if it may not have.
const Term *Observations::ownValue(const Event &E, const TwoThreads &Both,
                                   llvm::ArrayRef<const Term *> Known) {
  const Access &Read = E.access();
  if (Read.TheOperation != Access::Operation::Read || E.For ||
      E.At->size() != 1 || Read.TheArray->Distributed)
    return nullptr;
  const Access *Last = nullptr;
  for (const Access *W : G.P.accesses())
    if (W->TheOperation == Access::Operation::Write && W->Value &&
        W->TheArray == Read.TheArray && W->Offset == Read.Offset &&
        W->Slots == Read.Slots && W->Size == Read.Size &&
        G.Where.isPassed(W, &Read))
      Last = W;
  const Term *Value = Last ? valueOf(Last->Value, E) : nullptr;
  const Term *Happens = Value ? happens(E) : nullptr;
  if (!Happens || !isKept(*Last, Read))
    return nullptr;
  Copy Its = E.Value->copy();
  llvm::DenseSet<const Term *> Given;
  for (const Term *X : Known)
    for (const Term *C : conjuncts(X))
      Given.insert(C);
  const Term *Premise = T.yes();
  for (const Term *C : conjuncts(Both.copyOf(Happens, Its)))
    if (!Given.contains(C))
      Premise = T.logicalAnd(Premise, C);
  return T.logicalOr(T.logicalNot(Premise),
                     T.eq(E.Value, Both.copyOf(Value, Its)));
}

/// Does nobody write there from when a thread does to when it reads that, in
/// the same iterations? As in isUndisturbed.
bool Observations::isKept(const Access &Written, const Access &Read) {
  auto IsRepeated = [&](const Access *W) {
    return llvm::any_of(G.Where.loopsAround(&Read), [&](const Stmt *L) {
      return llvm::is_contained(G.Where.pathTo(W), L) &&
             !llvm::is_contained(G.Where.pathTo(&Written), L);
    });
  };
  return llvm::all_of(G.P.accesses(), [&](const Access *W) {
    if (!W->writes() && !W->Asynchronous)
      return true;
    if (!Meeting.mayShareBytes(*W, Read))
      return true;
    bool IsBetween = Written.Id < W->Id && W->Id < Read.Id;
    return !W->Asynchronous && !IsBetween && !IsRepeated(W) &&
           neverMeet(W, &Written) && neverMeet(W, &Read);
  });
}

/// What is taken for others is not told apart from what they get of it.
bool Observations::isOneWay(const Event &A, const Event &B, Rule R) {
  if (!A.For && !B.For)
    return true;
  bool IsOther = A.access().Found->name() != B.access().Found->name();
  return R == Rule::Counted && (IsOther || A.For == B.For);
}

const Term *Observations::relate(const Event &A, const Event &B,
                                 const TwoThreads &Both, Which Wanted) {
  Rule R = ruleOf(A.access(), B.access());
  if (Wanted == Which::Equalities && R != Rule::Same)
    return nullptr;
  bool Apart = A.access().TheArray->TheSpace == Space::Shared &&
               Both.group() > Scope::Block;
  if (R == Rule::None || Apart || !isOneWay(A, B, R))
    return nullptr;
  const Term *Members = areMembers(A, B, Both);
  const Term *Same = samePlace(A, B, Both);
  const Term *Premise = Members && Same ? T.logicalAnd(Members, Same) : nullptr;
  if (!Premise || Premise == T.no() || !isUndisturbed(A, B, R, Premise))
    return nullptr;
  const Term *Conclusion = conclude(A, B, R, Both);
  if (!Conclusion)
    return nullptr;
  if (R == Rule::Counted && A.access().Size < 8)
    Assumed.insert("the additions to '" + A.access().TheArray->Name +
                   "' come to less than " +
                   std::to_string(uint64_t(1) << 8 * A.access().Size));
  return T.logicalOr(T.logicalNot(Premise), Conclusion);
}

/// What a term of the access is when E happens; null if that is not known.
const Term *Observations::valueOf(const Term *X, const Event &E) const {
  const Unknown *Name = E.name();
  intervals::Environment Then = G.Launch;
  VariableSet Bound;
  auto IsBound = [&](const Term *Y) {
    VariableSet In;
    addMentioned(Y, In);
    return llvm::all_of(In, [&](const Variable *V) {
      return V->role() != Variable::Role::Loop || Bound.contains(V);
    });
  };
  for (auto [Counter, Value] :
       llvm::zip(Name->operands(), E.Value->operands())) {
    const Loop *L = ByCounter.lookup(Counter);
    if (!L)
      return nullptr;
    Bound.insert(L->Counter);
    const auto &Range = L->TheRange;
    if (Range && Range->Kind == Loop::StepKind::Add && IsBound(Range->Start) &&
        IsBound(Range->Step)) {
      const Term *Steps = T.resizeUnsigned(Value, Range->Var->width());
      Then.bind(Range->Var,
                T.add(Then(Range->Start), T.mul(Then(Range->Step), Steps)));
      Bound.insert(Range->Var);
    }
    Then.bind(L->Counter, Value);
  }
  return IsBound(X) ? Then(X) : nullptr;
}

const Term *Observations::samePlace(const Event &A, const Event &B,
                                    const TwoThreads &Both) const {
  const Term *Same = T.yes();
  auto Require = [&](const Term *X, const Term *Y) {
    const Term *Mine = valueOf(X, A), *Other = valueOf(Y, B);
    Same = Same && Mine && Other
               ? T.logicalAnd(Same, T.eq(Both.copyOf(Mine, A.Value->copy()),
                                         Both.copyOf(Other, B.Value->copy())))
               : nullptr;
  };
  for (auto [X, Y] : llvm::zip(A.access().Slots, B.access().Slots))
    Require(X, Y);
  Require(A.access().Offset, B.access().Offset);
  return Same;
}

/// That one thread has found the same twice, at one place that nobody writes;
/// null if that cannot be said.
const Term *Observations::sameInThread(const Event &A, const Event &B,
                                       const TwoThreads &Both) const {
  const Access &X = A.access(), &Y = B.access();
  if (A.For || B.For || X.Volatile || Y.Volatile || ruleOf(X, Y) != Rule::Same)
    return nullptr;
  auto ChangesIt = [&](const Access *W) {
    return W->writes() && Meeting.mayShareBytes(*W, X);
  };
  if (llvm::any_of(G.P.accesses(), ChangesIt))
    return nullptr;
  const Term *Same = samePlace(A, B, Both);
  return Same && Same != T.no()
             ? T.logicalOr(T.logicalNot(Same), T.eq(A.Value, B.Value))
             : nullptr;
}

/// That both are of the groups for which other lanes are at the accesses; null
/// if that cannot be said.
const Term *Observations::areMembers(const Event &A, const Event &B,
                                     const TwoThreads &Both) const {
  auto IsMember = [&](const Event &E) {
    return E.For && E.For->IsMember ? valueOf(E.For->IsMember, E) : T.yes();
  };
  const Term *Mine = IsMember(A), *Other = IsMember(B);
  return Mine && Other ? T.logicalAnd(Both.first(Mine), Both.second(Other))
                       : nullptr;
}

/// That no loop around W and one of the two is in another iteration for the
/// other; null if that cannot be said.
const Term *Observations::sameIterations(const Event &A, const Event &B,
                                         const Access &W) const {
  auto IsAround = [&](const Stmt *L, const Event &E) {
    return llvm::any_of(*E.At, [&](const Access *X) {
      return llvm::is_contained(G.Where.pathTo(X), L);
    });
  };
  auto CounterOf = [](const Loop *L, const Event &E) -> const Term * {
    auto Names = E.access().Found->operands();
    auto Found = llvm::find(Names, L->Counter);
    return Found == Names.end() ? nullptr
                                : E.Value->operand(Found - Names.begin());
  };
  const Term *Same = T.yes();
  for (const Stmt *S : G.Where.pathTo(&W)) {
    const auto *L = dyn_cast<Loop>(S);
    if (!L || (!IsAround(L, A) && !IsAround(L, B)))
      continue;
    if (A.For || B.For)
      return nullptr; // the lane at the access can be in any iteration
    const Term *Mine = CounterOf(L, A), *Other = CounterOf(L, B);
    if (!Mine || !Other)
      return nullptr;
    Same = T.logicalAnd(Same, T.eq(Mine, Other));
  }
  return Same;
}

/// Does nothing that breaks the rule happen between the two, in this order or
/// the other? Adds to the premise what that rests on.
bool Observations::isUndisturbed(const Event &A, const Event &B, Rule R,
                                 const Term *&Premise) {
  auto [Low, High] = std::minmax(A.access().Id, B.access().Id);
  for (const Access *W : G.P.accesses()) {
    if ((isHarmless(*W, A.access(), R) && isHarmless(*W, B.access(), R)) ||
        !Meeting.mayShareBytes(*W, A.access()))
      continue;
    const Term *Same = sameIterations(A, B, *W);
    if ((Low < W->Id && W->Id < High) || !Same)
      return false;
    Premise = T.logicalAnd(Premise, Same);
    for (const Event &E : {A, B})
      for (const Access *X : *E.At)
        if (!neverMeet(W, X))
          return false;
  }
  return true;
}

const std::vector<Interval> &Observations::intervals() {
  if (!Intervals.empty())
    return Intervals;
  auto Relations = intervals::relationsOf(G, /*GridLevel=*/true);
  if (Meeting.isByWarp() && Relations.front() != Relation::SameWarp)
    Relations.insert(Relations.begin(), Relation::SameWarp);
  for (Relation R : Relations)
    llvm::append_range(Intervals,
                       intervals::computeIntervals(G, R, IsConvergent));
  return Intervals;
}

bool Observations::neverMeet(const Access *A, const Access *B) {
  auto [Entry, IsNew] = Meets.try_emplace({A->Id, B->Id}, true);
  if (!IsNew || D.isShareUsedUp())
    return !Entry->second;
  for (const Interval &I : intervals()) {
    if (!Meeting.mayOverlap(*A, *B, I.TheRelation))
      continue;
    for (const Reach &X : I.Reaches)
      for (const Reach &Y : I.Reaches) {
        if (X.TheAccess != A || Y.TheAccess != B)
          continue;
        TwoThreads Both(Launch, T, commonScope(I.TheRelation), I.Shared);
        Query Q = Meeting.query(I.TheRelation, X, Y, Both);
        if (D.decide(Q.Terms).TheKind != solve::Answer::Kind::No)
          return false;
      }
  }
  return !(Entry->second = false);
}

} // namespace racemap::verdict
