// Replay - an interpreter for one thread at a time.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/Replay.h"
#include "passes/map/Evaluate.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <set>

namespace racemap::verdict {

using namespace map;
using llvm::cast;
using llvm::dyn_cast;

static constexpr unsigned MostSteps = 200'000;

namespace {

/// What reads of inputs find: the model's answers, by array, width and place.
class Inputs {
public:
  explicit Inputs(const solve::Model &M) {
    for (const auto &[T, Value] : M)
      if (const auto *U = dyn_cast<Unknown>(T); U && U->array())
        Known[keyOf(U, [&](const Term *X) { return solve::evaluate(X, M); })] =
            Value;
  }
  std::optional<uint64_t> lookup(const Unknown *U,
                                 llvm::ArrayRef<uint64_t> Operands) const {
    size_t I = 0;
    auto Found =
        Known.find(keyOf(U, [&](const Term *) { return Operands[I++]; }));
    return Found == Known.end() ? std::nullopt : std::optional(Found->second);
  }

private:
  using Key = std::tuple<const Array *, unsigned, std::vector<uint64_t>>;
  template <typename Value> static Key keyOf(const Unknown *U, Value ValueOf) {
    std::vector<uint64_t> Place;
    for (const Term *X : U->operands())
      Place.push_back(ValueOf(X));
    return {U->array(), U->width(), std::move(Place)};
  }
  std::map<Key, uint64_t> Known;
};

class Thread : Assignment {
public:
  Thread(const Protocol &P, const Witness &W, const solve::Model &M,
         const Inputs &In, const Part &Mine,
         llvm::function_ref<bool(const Barrier *)> Orders, Purpose Why)
      : P(P), W(W), M(M), In(In), Mine(Mine), Orders(Orders), Why(Why) {}

  void run() { run(P.Body); }

  /// How many ordering barriers it had passed when it played its part, and what
  /// it wrote, if that is known and matters.
  std::set<std::pair<unsigned, std::optional<uint64_t>>> Played;
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
  uint64_t evaluate(const Term *T);
  Flow run(const Sequence &S);
  Flow run(const Stmt *S);
  Flow run(const Loop *L);
  void access(const Access *A);
  void group(const AsyncGroup *G);
  bool plays(const Part &X);
  std::optional<uint64_t> written();
  void next(const Loop *L, uint64_t Step);

  const Protocol &P;
  const Witness &W;
  const solve::Model &M;
  const Inputs &In;
  const Part &Mine;
  llvm::function_ref<bool(const Barrier *)> Orders;
  Purpose Why;
  llvm::DenseMap<const Variable *, uint64_t> LoopValues;
  const Loop *Leaving = nullptr;
  unsigned Steps = 0, Barriers = 0;
  /// Its part, if that is asynchronous and not over: the commits since.
  llvm::SmallVector<unsigned, 4> UnderWay;
};

uint64_t Thread::valueOf(const Variable *V) {
  switch (V->role()) {
  case Variable::Role::Parameter:
    return M.lookup(V);
  case Variable::Role::Loop:
    return LoopValues.lookup(V);
  case Variable::Role::Builtin: {
    auto N = static_cast<unsigned>(V->builtin());
    const std::array<uint32_t, 3> *Groups[] = {
        &Mine.Who.ThreadIdx, &Mine.Who.BlockIdx, &W.BlockDim, &W.GridDim};
    return (*Groups[N / 3])[N % 3];
  }
  }
  llvm_unreachable("all roles are handled");
}

uint64_t Thread::valueOf(const Unknown *U, llvm::ArrayRef<uint64_t> Operands) {
  std::optional<uint64_t> Known;
  if (U->cause() == Cause::Input)
    Known = In.lookup(U, Operands);
  IsStuck |= U->cause() != Cause::Input || (!Known && Why == Purpose::Settles);
  return IsStuck ? 0 : Known.value_or(0);
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
  if (A != Mine.TheAccess || !plays(Mine))
    return;
  Played.insert({Barriers, written()});
  if (A->Asynchronous)
    UnderWay.push_back(0);
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

/// At the same time, and not to write the same.
static bool meet(const Thread &A, const Thread &B) {
  for (auto [Here, Mine] : A.Played)
    for (auto [There, Other] : B.Played)
      if (Here == There && !(Mine && Mine == Other))
        return true;
  return false;
}

} // namespace

Replayed replay(const Protocol &P, const Witness &W, const solve::Model &M,
                const Part &First, const Part &Second,
                llvm::function_ref<bool(const Barrier *)> Orders, Purpose Why) {
  Inputs In(M);
  Thread One(P, W, M, In, First, Orders, Why);
  Thread Other(P, W, M, In, Second, Orders, Why);
  One.run();
  Other.run();
  if (One.TookTooLong || Other.TookTooLong)
    return Replayed::TooLong;
  bool IsDefined = !One.BrokePromise && !Other.BrokePromise;
  return meet(One, Other) && IsDefined ? Replayed::AsSaid : Replayed::Differs;
}

Replayed replayAlone(const Protocol &P, const Witness &W, const solve::Model &M,
                     const Part &UnderWay, const Part &Beside) {
  Inputs In(M);
  auto OrdersNone = [](const Barrier *) { return false; };
  Thread One(P, W, M, In, UnderWay, OrdersNone, Purpose::Confirms);
  One.Beside = &Beside;
  One.run();
  if (One.TookTooLong)
    return Replayed::TooLong;
  return One.MeetsItself && !One.BrokePromise ? Replayed::AsSaid
                                              : Replayed::Differs;
}

Replayed replay(const Protocol &P, const Witness &W, const solve::Model &M,
                const Part &Only) {
  Inputs In(M);
  auto OrdersNone = [](const Barrier *) { return false; };
  Thread One(P, W, M, In, Only, OrdersNone, Purpose::Confirms);
  One.run();
  if (One.TookTooLong)
    return Replayed::TooLong;
  return One.Played.empty() || One.BrokePromise ? Replayed::Differs
                                                : Replayed::AsSaid;
}

} // namespace racemap::verdict
