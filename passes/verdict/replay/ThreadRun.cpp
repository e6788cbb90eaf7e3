// ThreadRun - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/replay/ThreadRun.h"
#include "passes/intervals/LoopRelation.h"
#include "passes/map/Magnitude.h"
#include "passes/map/Steps.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace racemap::verdict {

using namespace map;
using llvm::cast;

/// The statements in S that are of a kind, and those that they are in.
template <typename Kind>
static bool find(const Sequence &S, llvm::SmallPtrSetImpl<const Stmt *> &All) {
  bool Any = false;
  for (const Stmt *X : S) {
    bool Its = llvm::isa<Kind>(X);
    if (const auto *I = llvm::dyn_cast<If>(X)) {
      Its = find<Kind>(I->Then, All);
      Its |= find<Kind>(I->Else, All); // both are looked at
    } else if (const auto *L = llvm::dyn_cast<Loop>(X))
      Its = find<Kind>(L->Body, All);
    if (Its)
      All.insert(X);
    Any |= Its;
  }
  return Any;
}

Landmarks::Landmarks(const Protocol &P) {
  find<Gap>(P.Body, Gaps);
  find<Given>(P.Body, Givens);
}

uint64_t ThreadRun::valueOf(const Variable *V) {
  switch (V->role()) {
  case Variable::Role::Parameter:
    return E.M.lookup(V);
  case Variable::Role::Loop:
    IsStuck |= Lost.contains(V);
    return LoopValues.lookup(V);
  case Variable::Role::Builtin: {
    auto N = static_cast<unsigned>(V->builtin());
    const std::array<uint32_t, 3> *Groups[] = {
        &Mine.Who.ThreadIdx, &Mine.Who.BlockIdx, &E.W.BlockDim, &E.W.GridDim};
    return (*Groups[N / 3])[N % 3];
  }
  }
  llvm_unreachable("all roles are handled");
}

uint64_t ThreadRun::valueOf(const Unknown *U,
                            llvm::ArrayRef<uint64_t> Operands) {
  if (auto It = Found.find({U->name(), Operands.vec()}); It != Found.end())
    return use(It->second);
  bool IsAsItWas = !MayPassGap || E.MayComeFirst;
  IsStuck |= U->cause() != Cause::Input || !IsAsItWas ||
             !mayRead(U->array(), U->width(), Operands);
  return IsStuck ? 0 : In.read(U->array(), U->width(), Operands);
}

uint64_t ThreadRun::use(FirstFound &Its) {
  if (!Its.Value) {
    std::vector<uint64_t> Place = Its.Where.Slots;
    Place.push_back(Its.Where.Begin);
    Its.Value = In.read(Its.Where.Of, Its.Width, Place);
    FindsItsOwn |= Its.MayBeItsOwn;
    AsItWas.push_back(Its.Where);
  }
  return *Its.Value;
}

bool ThreadRun::mayRead(const Array *A, unsigned Width,
                        InitialMemory::Place At) const {
  return Why == Purpose::Confirms || In.known(A, Width, At);
}

uint64_t ThreadRun::evaluate(const Term *T) {
  Evaluator Value(*this);
  uint64_t Result = Value(T);
  BrokePromise |= Value.brokePromise() && !IsStuck;
  return Result;
}

ThreadRun::Flow ThreadRun::run(const Sequence &S) {
  for (auto It = S.begin(); It != S.end(); ++It) {
    map::Steps::take();
    TookTooLong |= ++Steps > StepsAllowed;
    Flow F = TookTooLong || BrokePromise ? Flow::Ends : run(*It);
    if (IsStuck && comesOutOf(*It)) {
      IsStuck = false;
      F = Flow::On;
    }
    if (IsStuck || TookTooLong || BrokePromise) {
      auto IsGiven = [&](const Stmt *X) { return Marks.Givens.contains(X); };
      MissesGiven |= std::any_of(It, S.end(), IsGiven);
      return Flow::Ends;
    }
    if (F != Flow::On)
      return F;
  }
  return Flow::On;
}

ThreadRun::Flow ThreadRun::run(const Stmt *S) {
  switch (S->kind()) {
  case Stmt::Kind::Access:
    access(cast<Access>(S));
    return Flow::On;
  case Stmt::Kind::Gap:
    IsStuck = true;
    return Flow::Ends;
  case Stmt::Kind::Given:
    return given(cast<Given>(S)->Condition);
  case Stmt::Kind::Barrier:
    if ((IsStuck = MayPassGap))
      return Flow::Ends;
    if (Orders(cast<Barrier>(S)))
      pass(cast<Barrier>(S));
    if (Barriers > BarriersAllowed)
      return Flow::Ends;
    MetOthers = true;
    if (!InFlight.empty())
      Played.insert({Barriers, std::nullopt});
    return Flow::On;
  case Stmt::Kind::AsyncGroup:
    group(cast<AsyncGroup>(S));
    return Flow::On;
  case Stmt::Kind::Fence:
  case Stmt::Kind::Exchange:
    return Flow::On;
  case Stmt::Kind::If: {
    const auto *I = cast<If>(S);
    bool Holds = evaluate(I->Condition);
    MayPassGap |= Marks.Gaps.contains(I);
    return IsStuck ? Flow::Ends : run(Holds ? I->Then : I->Else);
  }
  case Stmt::Kind::Loop:
    return run(cast<Loop>(S));
  case Stmt::Kind::Leave:
    Leaving = cast<Leave>(S)->Target;
    return Leaving ? Flow::Leaves : Flow::Ends;
  }
  llvm_unreachable("all statements are handled");
}

/// Does L count up or down to a limit? Then it ends, whatever else it tests.
static bool isCounted(const Loop *L) {
  const auto &R = L->TheRange;
  const auto *Step = R && R->Kind == Loop::StepKind::Add
                         ? llvm::dyn_cast<Constant>(R->Step)
                         : nullptr;
  return Step && llvm::any_of(conjuncts(L->While), [&](const Term *T) {
           // It meets each number on the way, and the limit is one of them.
           if ((!isOp(T, Op::SLt) && !isOp(T, Op::ULt)) || magnitude(Step) != 1)
             return false;
           bool Up = Step->signedValue() > 0;
           const Term *Limit = T->operand(Up ? 1 : 0);
           return T->operand(Up ? 0 : 1) == R->Var &&
                  !mentions(Limit, R->Var) && !mentions(Limit, L->Counter);
         });
}

/// What it does in S is not known: does it come out of it all the same, its
/// part not played? Then the loops in it have ended somewhere.
bool ThreadRun::comesOutOf(const Stmt *S) {
  if (!llvm::isa<If, Loop>(S) || Marks.Gaps.contains(S) ||
      Marks.Givens.contains(S))
    return false;
  bool Stays = canBeLeft(S), Writes = false;
  llvm::SmallPtrSet<const Loop *, 4> Inside;
  forEachStmt({const_cast<Stmt *>(S)}, [&](const Stmt *X) {
    if (const auto *A = llvm::dyn_cast<Access>(X)) {
      Writes |= A->writes();
      Stays |= A == Mine.TheAccess || A->Asynchronous ||
               (Beside && A == Beside->TheAccess);
    } else if (const auto *L = llvm::dyn_cast<Loop>(X)) {
      Stays |= !isCounted(L);
      Inside.insert(L);
    } else {
      Stays |= !llvm::isa<If, Leave>(X);
    }
  });
  if (Stays)
    return false;
  WroteAnywhere |= Writes && Played.empty();
  for (const Loop *L : Inside)
    for (const Variable *V : {L->Counter, L->TheRange->Var})
      Lost.insert(V);
  return true;
}

ThreadRun::Flow ThreadRun::run(const Loop *L) {
  uint64_t Step = 0;
  MayPassGap |= Marks.Gaps.contains(L);
  Lost.erase(L->Counter);
  LoopValues[L->Counter] = 0;
  if (const auto &R = L->TheRange) {
    Step = evaluate(R->Step);
    LoopValues[R->Var] = evaluate(R->Start);
    Lost.erase(R->Var);
  }
  while (evaluate(L->While) && !IsStuck) {
    Flow F = runBody(L);
    if (F == Flow::Leaves && Leaving == L)
      return Flow::On;
    if (F != Flow::On)
      return F;
    if ((TookTooLong |= ++Steps > StepsAllowed))
      return Flow::Ends;
    next(L, Step);
  }
  return Flow::On;
}

ThreadRun::Flow ThreadRun::runBody(const Loop *L) {
  Around.push_back(L);
  Flow F = run(L->Body);
  Around.pop_back();
  return F;
}

void ThreadRun::pass(const Barrier *B) {
  ++Barriers;
  if (!Drawn)
    return;
  Witness::Passage &New = Drawn->Passages.emplace_back();
  New.Where = B->Where;
  for (const Loop *L : Around)
    if (L->TheRange) {
      const Variable *V = L->TheRange->Var;
      New.Values.push_back({intervals::sourceName(V).str(),
                            llvm::SignExtend64(LoopValues[V], V->width())});
    }
}

void ThreadRun::draw(const Access *A) {
  uint64_t Offset = evaluate(A->Offset);
  if (!std::exchange(IsStuck, false))
    Drawn->Accesses.push_back({A, Offset, Barriers});
}

void ThreadRun::next(const Loop *L, uint64_t Step) {
  ++LoopValues[L->Counter];
  if (!L->TheRange)
    return;
  const Variable *V = L->TheRange->Var;
  uint64_t &Value = LoopValues[V];
  switch (L->TheRange->Kind) {
  case Loop::StepKind::Add:
    Value += Step;
    break;
  case Loop::StepKind::Mul:
    Value *= Step;
    break;
  case Loop::StepKind::Div:
    Value = Step ? Value / Step : 0;
    break;
  }
  Value &= llvm::maskTrailingOnes<uint64_t>(V->width());
}

void ThreadRun::access(const Access *A) {
  if (Drawn) {
    if (llvm::is_contained(Watched, A))
      draw(A);
    return note(A);
  }
  if (Beside && A == Beside->TheAccess && plays(*Beside))
    MeetsItself |= !InFlight.empty();
  if (A != Mine.TheAccess || !plays(Mine)) {
    if (Played.empty())
      note(A);
    return;
  }
  Played.insert({Barriers, written()});
  if (A->Asynchronous)
    InFlight.push_back(0);
}

/// A plain read before the first barrier finds what was there before the
/// launch, if the two threads come first and have not written it before.
void ThreadRun::note(const Access *A) {
  bool Finds = A->Found && A->TheOperation == Access::Operation::Read &&
               A->TheArray->TheSpace == Space::Global && !MetOthers &&
               E.MayComeFirst;
  if (!A->writes() && !Finds)
    return;
  Bytes Its{A->TheArray, {}, evaluate(A->Offset), A->Size};
  for (const Term *T : A->Slots)
    Its.Slots.push_back(evaluate(T));
  if (std::exchange(IsStuck, false)) { // nobody knows where
    WroteAnywhere |= !Finds;
    return;
  }
  if (!Finds)
    return Overwritten.push_back(std::move(Its));
  std::vector<uint64_t> Place = Its.Slots, Operands;
  Place.push_back(Its.Begin);
  for (const Term *T : A->Found->operands())
    Operands.push_back(evaluate(T));
  unsigned Width = A->Found->width();
  if (!mayRead(A->TheArray, Width, Place))
    return;
  bool MayBeItsOwn =
      WroteAnywhere || llvm::any_of(Overwritten, [&](const Bytes &X) {
        return X.mayMeet(Its, E.Launch.overlaps());
      });
  Found[{A->Found->name(), std::move(Operands)}] = {Width, std::move(Its),
                                                    MayBeItsOwn, std::nullopt};
}

ThreadRun::Flow ThreadRun::given(const Term *Condition) {
  if (Why == Purpose::Confirms)
    for (const Term *T : conjuncts(Condition))
      if (isOp(T, Op::Eq)) {
        proposeEqual(T->operand(0), T->operand(1));
        proposeEqual(T->operand(1), T->operand(0));
      }
  IsExcluded |= !evaluate(Condition) && !IsStuck;
  return IsExcluded ? Flow::Ends : Flow::On;
}

/// What A reads, if that is what it is, is B, unless it is something already.
void ThreadRun::proposeEqual(const Term *A, const Term *B) {
  const auto *U = llvm::dyn_cast<Unknown>(A);
  if (!U || U->cause() != Cause::Input || !U->array())
    return;
  std::vector<uint64_t> Place;
  for (const Term *T : U->operands())
    Place.push_back(evaluate(T));
  uint64_t Value = evaluate(B);
  if (!IsStuck)
    In.propose(U->array(), U->width(), Place, Value);
}

void ThreadRun::group(const AsyncGroup *G) {
  for (unsigned &Commits : InFlight)
    Commits += !G->Pending;
  if (G->Pending)
    llvm::erase_if(InFlight, [&](unsigned N) { return N > *G->Pending; });
}

bool ThreadRun::plays(const Part &X) {
  for (auto [T, Wanted] : llvm::zip_equal(X.TheAccess->Slots, X.Slots))
    if (evaluate(T) != Wanted)
      return false;
  return evaluate(X.TheAccess->Offset) == X.Offset && !IsStuck;
}

std::optional<uint64_t> ThreadRun::written() {
  const Term *T = Mine.TheAccess->Value;
  if (!T || Why == Purpose::Confirms || mentions(T, Cause::Unmodelled) ||
      mentions(T, Cause::SharedValue))
    return std::nullopt;
  return evaluate(T);
}

} // namespace racemap::verdict
