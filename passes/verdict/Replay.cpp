// Replay - an interpreter for one thread at a time.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/Replay.h"
#include "passes/map/Evaluate.h"
#include "passes/map/Traversal.h"
#include "passes/verdict/Contents.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <set>

namespace racemap::verdict {

using namespace map;
using llvm::cast;

static constexpr unsigned MostSteps = 200'000;

namespace {

/// Bytes of an array.
struct Bytes {
  const Array *Of;
  std::vector<uint64_t> Slots;
  uint64_t Begin, Size;

  bool mayMeet(const Bytes &X, const Aliases &Overlaps) const {
    if (Of != X.Of)
      return Overlaps.mayOverlap(Of, X.Of);
    return Slots == X.Slots && Begin < X.Begin + X.Size &&
           X.Begin < Begin + Size;
  }
};

class Thread : Assignment {
public:
  Thread(const Execution &E, Contents &In, const Part &Mine,
         llvm::function_ref<bool(const Barrier *)> Orders, Purpose Why)
      : E(E), In(In), Mine(Mine), Orders(Orders), Why(Why) {}

  void run() { run(E.P.Body); }

  /// How many ordering barriers it had passed when it played its part, and what
  /// it wrote, if that is known and matters.
  std::set<std::pair<unsigned, std::optional<uint64_t>>> Played;
  /// What it did on the way there: found as it was, and written.
  std::vector<Bytes> AsItWas, Overwritten;
  bool WroteAnywhere = false;
  bool TookTooLong = false, BrokePromise = false;
  bool IsStuck = false; ///< at a value that is not modelled
  /// What else it is to do, and whether its part was under way then.
  const Part *Beside = nullptr;
  bool MeetsItself = false;

private:
  enum class Flow : uint8_t { On, Leaves, Ends };

  uint64_t valueOf(const Variable *V) override;
  uint64_t valueOf(const Unknown *U,
                   llvm::ArrayRef<uint64_t> Operands) override;
  /// Does the run's purpose allow it to find something here?
  bool mayRead(const Array *A, unsigned Width, Contents::Place At) const;
  uint64_t evaluate(const Term *T);
  Flow run(const Sequence &S);
  Flow run(const Stmt *S);
  Flow run(const Loop *L);
  void access(const Access *A);
  void note(const Access *A);
  void group(const AsyncGroup *G);
  bool plays(const Part &X);
  std::optional<uint64_t> written();
  void next(const Loop *L, uint64_t Step);

  const Execution &E;
  Contents &In;
  const Part &Mine;
  llvm::function_ref<bool(const Barrier *)> Orders;
  Purpose Why;
  llvm::DenseMap<const Variable *, uint64_t> LoopValues;
  std::map<std::pair<llvm::StringRef, std::vector<uint64_t>>, uint64_t> Found;
  const Loop *Leaving = nullptr;
  unsigned Steps = 0, Barriers = 0;
  bool MetOthers = false; ///< at a barrier
  /// Its part, if that is asynchronous and not over: the commits since.
  llvm::SmallVector<unsigned, 4> UnderWay;
};

uint64_t Thread::valueOf(const Variable *V) {
  switch (V->role()) {
  case Variable::Role::Parameter:
    return E.M.lookup(V);
  case Variable::Role::Loop:
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

uint64_t Thread::valueOf(const Unknown *U, llvm::ArrayRef<uint64_t> Operands) {
  if (auto It = Found.find({U->name(), Operands.vec()}); It != Found.end())
    return It->second;
  IsStuck |=
      U->cause() != Cause::Input || !mayRead(U->array(), U->width(), Operands);
  return IsStuck ? 0 : In.read(U->array(), U->width(), Operands);
}

bool Thread::mayRead(const Array *A, unsigned Width, Contents::Place At) const {
  return Why == Purpose::Confirms || In.known(A, Width, At);
}

uint64_t Thread::evaluate(const Term *T) {
  Evaluator Value(*this);
  uint64_t Result = Value(T);
  BrokePromise |= Value.brokePromise() && !IsStuck;
  return Result;
}

Thread::Flow Thread::run(const Sequence &S) {
  for (const Stmt *X : S) {
    TookTooLong |= ++Steps > MostSteps;
    if (TookTooLong || BrokePromise)
      return Flow::Ends;
    Flow F = run(X);
    if (IsStuck || F != Flow::On)
      return IsStuck ? Flow::Ends : F;
  }
  return Flow::On;
}

Thread::Flow Thread::run(const Stmt *S) {
  switch (S->kind()) {
  case Stmt::Kind::Access:
    access(cast<Access>(S));
    return Flow::On;
  case Stmt::Kind::Barrier:
    Barriers += Orders(cast<Barrier>(S));
    MetOthers = true;
    if (!UnderWay.empty())
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

Thread::Flow Thread::run(const Loop *L) {
  uint64_t Step = 0;
  LoopValues[L->Counter] = 0;
  if (const auto &R = L->TheRange) {
    Step = evaluate(R->Step);
    LoopValues[R->Var] = evaluate(R->Start);
  }
  while (evaluate(L->While) && !IsStuck) {
    Flow F = run(L->Body);
    if (F == Flow::Leaves && Leaving == L)
      return Flow::On;
    if (F != Flow::On)
      return F;
    if ((TookTooLong |= ++Steps > MostSteps))
      return Flow::Ends;
    next(L, Step);
  }
  return Flow::On;
}

void Thread::next(const Loop *L, uint64_t Step) {
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

void Thread::access(const Access *A) {
  if (Beside && A == Beside->TheAccess && plays(*Beside))
    MeetsItself |= !UnderWay.empty();
  if (A != Mine.TheAccess || !plays(Mine)) {
    if (Played.empty())
      note(A);
    return;
  }
  Played.insert({Barriers, written()});
  if (A->Asynchronous)
    UnderWay.push_back(0);
}

/// A plain read before the first barrier finds what was there before the
/// launch, if the two threads come first and have not written it (isAsItWas).
void Thread::note(const Access *A) {
  bool Finds = A->Found && A->TheOperation == Access::Operation::Read &&
               A->TheArray->TheSpace == Space::Global && !MetOthers &&
               E.MayComeFirst;
  if (A->TheOperation == Access::Operation::Read && !Finds)
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
  Found[{A->Found->name(), std::move(Operands)}] =
      In.read(A->TheArray, Width, Place);
  AsItWas.push_back(std::move(Its));
}

void Thread::group(const AsyncGroup *G) {
  for (unsigned &Commits : UnderWay)
    Commits += !G->Pending;
  if (G->Pending)
    llvm::erase_if(UnderWay, [&](unsigned N) { return N > *G->Pending; });
}

bool Thread::plays(const Part &X) {
  for (auto [T, Wanted] : llvm::zip_equal(X.TheAccess->Slots, X.Slots))
    if (evaluate(T) != Wanted)
      return false;
  return evaluate(X.TheAccess->Offset) == X.Offset && !IsStuck;
}

std::optional<uint64_t> Thread::written() {
  const Term *T = Mine.TheAccess->Value;
  if (!T || Why == Purpose::Confirms || mentions(T, Cause::Unmodelled) ||
      mentions(T, Cause::SharedValue))
    return std::nullopt;
  return evaluate(T);
}

/// Has nobody written before what One found as it was?
static bool isAsItWas(const Execution &E, const Thread &One,
                      const Thread &Other) {
  if (One.WroteAnywhere || Other.WroteAnywhere)
    return One.AsItWas.empty();
  return llvm::none_of(One.AsItWas, [&](const Bytes &Read) {
    auto IsRead = [&](const Bytes &X) { return X.mayMeet(Read, E.Overlaps); };
    return llvm::any_of(One.Overwritten, IsRead) ||
           llvm::any_of(Other.Overwritten, IsRead);
  });
}

/// At the same time, and not to write the same.
static bool meet(const Thread &A, const Thread &B) {
  for (auto [Here, Mine] : A.Played)
    for (auto [There, Other] : B.Played)
      if (Here == There && !(Mine && Mine == Other))
        return true;
  return false;
}

} // namespace

Replayed replay(const Execution &E, const Part &First, const Part &Second,
                llvm::function_ref<bool(const Barrier *)> Orders, Purpose Why) {
  Contents In(E.Overlaps, E.M);
  Thread One(E, In, First, Orders, Why), Other(E, In, Second, Orders, Why);
  One.run();
  Other.run();
  if (One.TookTooLong || Other.TookTooLong)
    return Replayed::TooLong;
  bool IsDefined = !One.BrokePromise && !Other.BrokePromise &&
                   !In.contradicts() && isAsItWas(E, One, Other) &&
                   isAsItWas(E, Other, One);
  return meet(One, Other) && IsDefined ? Replayed::AsSaid : Replayed::Differs;
}

static Replayed runAlone(const Execution &E, const Part &Mine,
                         const Part *Beside) {
  Contents In(E.Overlaps, E.M);
  auto OrdersNone = [](const Barrier *) { return false; };
  Thread One(E, In, Mine, OrdersNone, Purpose::Confirms);
  One.Beside = Beside;
  One.run();
  if (One.TookTooLong)
    return Replayed::TooLong;
  bool DoesIt = Beside ? One.MeetsItself : !One.Played.empty();
  return DoesIt && !One.BrokePromise && !In.contradicts() &&
                 isAsItWas(E, One, One)
             ? Replayed::AsSaid
             : Replayed::Differs;
}

Replayed replayAlone(const Execution &E, const Part &UnderWay,
                     const Part &Beside) {
  return runAlone(E, UnderWay, &Beside);
}

Replayed replay(const Execution &E, const Part &Only) {
  return runAlone(E, Only, nullptr);
}

} // namespace racemap::verdict
