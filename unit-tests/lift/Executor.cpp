// Executor - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/lift/Executor.h"
#include "passes/map/Evaluate.h"

namespace racemap::lift::test {

using namespace llvm;
using map::Loop;

namespace {

class Thread : public map::Assignment {
public:
  Thread(uint32_t Tid, uint32_t N, unsigned Budget)
      : Tid(Tid), N(N), Budget(Budget) {}

  /// Where to go on: Next, out of Leaving, or out of the kernel.
  enum class Way { Next, Leave, Stop };
  Way run(const map::Sequence &S);
  uint64_t valueOf(const map::Variable *V) override;
  uint64_t valueOf(const map::Unknown *U, ArrayRef<uint64_t> Operands) override;
  Run Result;

private:
  Way run(const map::Stmt *S);
  Way run(const Loop *L);
  uint64_t value(const map::Term *T) {
    map::Evaluator E(*this);
    uint64_t V = E(T);
    Result.BrokePromise |= E.brokePromise();
    return V;
  }
  void next(const Loop::Range &R, uint64_t Step);

  uint32_t Tid, N;
  unsigned Budget;
  DenseMap<const map::Variable *, uint64_t> Loops;
  const Loop *Leaving = nullptr;
};

} // namespace

uint64_t Thread::valueOf(const map::Variable *V) {
  if (V->role() == map::Variable::Role::Loop)
    return Loops.lookup(V);
  return V->role() == map::Variable::Role::Parameter ? N : Tid;
}

uint64_t Thread::valueOf(const map::Unknown *U, ArrayRef<uint64_t> Operands) {
  Result.MetUnmodelled |= U->cause() != map::Cause::Input;
  return Operands.empty() ? 0 : inputAt(Operands.back() / 4);
}

void Thread::next(const Loop::Range &R, uint64_t Step) {
  uint64_t &V = Loops[R.Var];
  switch (R.Kind) {
  case Loop::StepKind::Add:
    V += Step;
    break;
  case Loop::StepKind::Mul:
    V *= Step;
    break;
  case Loop::StepKind::Div:
    V /= Step;
    break;
  }
  V &= maskTrailingOnes<uint64_t>(R.Var->width());
}

Thread::Way Thread::run(const Loop *L) {
  Loops[L->Counter] = 0;
  uint64_t Step = 0;
  if (L->TheRange) {
    Loops[L->TheRange->Var] = value(L->TheRange->Start);
    Step = value(L->TheRange->Step);
  }
  while (value(L->While)) {
    Way W = run(L->Body);
    if (W == Way::Leave && Leaving == L)
      return Way::Next;
    if (W != Way::Next)
      return W;
    if (Budget-- == 1) {
      Result.Finished = false;
      return Way::Stop;
    }
    ++Loops[L->Counter];
    if (L->TheRange)
      next(*L->TheRange, Step);
  }
  return Way::Next;
}

Thread::Way Thread::run(const map::Stmt *S) {
  if (const auto *A = dyn_cast<map::Access>(S)) {
    bool Write = A->TheOperation == map::Access::Operation::Write;
    Result.Trace.push_back({Write, int64_t(value(A->Offset))});
  } else if (const auto *I = dyn_cast<map::If>(S)) {
    return run(value(I->Condition) ? I->Then : I->Else);
  } else if (const auto *L = dyn_cast<Loop>(S)) {
    return run(L);
  } else if (const auto *Out = dyn_cast<map::Leave>(S)) {
    Leaving = Out->Target;
    return Leaving ? Way::Leave : Way::Stop;
  }
  return Way::Next;
}

Thread::Way Thread::run(const map::Sequence &S) {
  for (const map::Stmt *X : S)
    if (Way W = run(X); W != Way::Next)
      return W;
  return Way::Next;
}

Run execute(const map::Protocol &P, uint32_t Tid, uint32_t N, unsigned Budget) {
  Thread T(Tid, N, Budget);
  T.run(P.Body);
  return std::move(T.Result);
}

} // namespace racemap::lift::test
