// Executor - the interpreter of one thread. Barriers.cpp has the rest.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Executor.h"
#include "Thread.h"

namespace racemap::oracle {

using namespace map;
using llvm::cast;
using Kind = Instruction::Kind;

Executor::Executor(const Protocol &P, const Launch &L, Contents &C)
    : P(P), L(L), C(C), TheCode(P), Threads(L.threads()) {
  findGroups();
}

Executor::~Executor() = default;

struct Executor::ThreadNames : public Names {
  ThreadNames(Executor &E, unsigned T) : E(E), T(T) {}

  uint64_t variable(const Variable *V) override {
    switch (V->role()) {
    case Variable::Role::Parameter:
      return E.C.parameter(V);
    case Variable::Role::Builtin:
      return builtin(V->builtin());
    case Variable::Role::Loop: {
      auto Found = E.Threads[T].Values.find(V);
      if (Found != E.Threads[T].Values.end())
        return Found->second;
      E.Out.Broke[T] = true; // of a loop that this thread never came to
      return 0;
    }
    }
    llvm_unreachable("all roles are handled");
  }

  uint64_t unknown(const Unknown *U,
                   llvm::ArrayRef<uint64_t> Operands) override {
    const auto &Got = E.Threads[T].Got;
    auto At = Got.find({U->name().str(), Operands.vec()});
    return At == Got.end()
               ? E.C.unknown(U, T, Operands)
               : E.C.returned(U, At->second.first, At->second.second);
  }

private:
  uint64_t builtin(Builtin B) const {
    auto N = static_cast<unsigned>(B);
    const Dim Which[] = {E.L.threadIdx(T), E.L.blockIdx(T), E.L.BlockDim,
                         E.L.GridDim};
    return Which[N / 3][N % 3];
  }

  Executor &E;
  unsigned T;
};

uint64_t Executor::evaluate(unsigned T, const Term *X) {
  ThreadNames N(*this, T);
  bool Broke = false;
  uint64_t V = valueOf(X, N, Broke);
  Out.Broke[T] = Out.Broke[T] || Broke;
  return V;
}

bool Executor::assumptionsHold() {
  for (unsigned T = 0; T != Threads.size(); ++T)
    for (const Assumption &A : P.Assumptions)
      if (A.Condition && !evaluate(T, A.Condition))
        return false;
  return true;
}

Run Executor::run() {
  Out.TheProtocol = &P;
  Out.Broke.assign(Threads.size(), false);
  if (!(Out.AssumptionsHold = assumptionsHold()))
    return std::move(Out);
  for (unsigned T = 0; T != Threads.size(); ++T) {
    Threads[T].Clock.assign(Threads.size(), 0);
    newEpoch(T);
  }
  do {
    for (unsigned T = 0; T != Threads.size(); ++T)
      advance(T);
  } while (completeSome() || canGoOn());
  for (const Thread &T : Threads)
    if (T.TheMode == Thread::Mode::Waits)
      Out.Mixed.insert(T.Waiting->Id);
  return std::move(Out);
}

/// An arrival has let a thread go on that waited for it.
bool Executor::canGoOn() const {
  return !Out.StepLimit && llvm::any_of(Threads, [](const Thread &T) {
    return T.TheMode == Thread::Mode::Runs;
  });
}

void Executor::newEpoch(unsigned T) {
  ++Threads[T].Clock[T];
  Threads[T].Epoch = Out.Epochs.size();
  Out.Epochs.push_back(Threads[T].Clock);
}

void Executor::advance(unsigned T) {
  while (Threads[T].TheMode == Thread::Mode::Runs && !Out.StepLimit) {
    if (StepsLeft-- == 0)
      Out.StepLimit = true;
    else if (execute(T))
      ++Threads[T].At;
  }
}

bool Executor::execute(unsigned T) {
  Thread &X = Threads[T];
  const Instruction &I = TheCode.Instructions[X.At];
  auto JumpIf = [&](bool Yes) {
    if (Yes)
      X.At = I.Target;
    return !Yes;
  };
  switch (I.TheKind) {
  case Kind::Access:
    access(T, cast<Access>(I.TheStmt));
    return true;
  case Kind::Barrier:
    return meet(T, cast<Barrier>(I.TheStmt));
  case Kind::Given:
    if (!evaluate(T, cast<Given>(I.TheStmt)->Condition))
      Out.Broke[T] = true;
    return true;
  case Kind::Group:
    group(T, cast<AsyncGroup>(I.TheStmt));
    return true;
  case Kind::Vote:
    vote(T, cast<Exchange>(I.TheStmt));
    return true;
  case Kind::Branch:
    return JumpIf(!evaluate(T, cast<If>(I.TheStmt)->Condition));
  case Kind::EnterLoop:
    enterLoop(T, cast<Loop>(I.TheStmt));
    return true;
  case Kind::TestLoop:
    return JumpIf(!evaluate(T, cast<Loop>(I.TheStmt)->While));
  case Kind::NextLoop:
    nextLoop(T, cast<Loop>(I.TheStmt));
    return JumpIf(true);
  case Kind::Jump:
    return JumpIf(true);
  case Kind::Return:
    X.TheMode = Thread::Mode::Returned;
    return false;
  }
  llvm_unreachable("all instructions are handled");
}

void Executor::access(unsigned T, const Access *A) {
  Event E;
  E.TheAccess = A;
  E.Thread = T;
  E.Epoch = Threads[T].Epoch;
  for (const Term *S : A->Slots)
    E.Slots.push_back(evaluate(T, S));
  E.Offset = static_cast<int64_t>(evaluate(T, A->Offset));
  if (A->Value)
    E.Value = evaluate(T, A->Value);
  for (const Step &S : TheCode.Instructions[Threads[T].At].Place)
    if (S.TheKind == Step::Kind::Iteration) {
      auto Note = [&](const Variable *V) {
        E.LoopValues.emplace_back(V->name(), Threads[T].Values.lookup(V));
      };
      Note(S.TheLoop->Counter);
      if (S.TheLoop->TheRange)
        Note(S.TheLoop->TheRange->Var);
    }
  E.Place = Threads[T].place(TheCode);
  Out.Events.push_back(std::move(E));
  if (A->Asynchronous)
    Threads[T].InFlight.push_back({Out.Events.size() - 1, 0});
  else
    end(T, Out.Events.size() - 1);
}

/// The lanes of a warp get the same from those of their votes that have the
/// same number: it is the order in which they come that counts, not where.
void Executor::vote(unsigned T, const Exchange *X) {
  std::vector<uint64_t> Operands;
  for (const Term *O : X->Result->operands())
    Operands.push_back(evaluate(T, O));
  unsigned First = T - T % L.threadsPerBlock() % LanesOfWarp;
  Threads[T].Got[{X->Result->name().str(), Operands}] = {First,
                                                         Threads[T].Votes++};
}

void Executor::end(unsigned T, size_t Event) {
  Out.Events[Event].LastEpoch = Threads[T].Epoch;
  Out.Events[Event].Behind = Out.Events.size();
}

void Executor::group(unsigned T, const AsyncGroup *G) {
  auto &All = Threads[T].InFlight;
  for (auto &[Event, Commits] : All) {
    Commits += !G->Pending;
    if (G->Pending && Commits > *G->Pending)
      end(T, Event);
  }
  if (G->Pending)
    llvm::erase_if(All, [&](const auto &X) { return X.second > *G->Pending; });
}

void Executor::enterLoop(unsigned T, const Loop *L) {
  auto &Values = Threads[T].Values;
  if (const auto &R = L->TheRange) {
    uint64_t Start = evaluate(T, R->Start);
    Threads[T].Steps[L] = evaluate(T, R->Step);
    Values[R->Var] = Start;
  }
  Values[L->Counter] = 0;
}

/// Whether the test reads V as unsigned, by the first comparison that has it.
static std::optional<bool> readsUnsigned(const Term *T, const Term *V) {
  const auto *O = llvm::dyn_cast<Operation>(T);
  if (!O)
    return std::nullopt;
  bool Compares = O->op() == Op::ULt || O->op() == Op::ULe ||
                  O->op() == Op::SLt || O->op() == Op::SLe;
  for (const Term *X : O->operands()) {
    bool Extended = isOp(X, Op::ZExt) && X->operand(0) == V;
    if (Compares && (X == V || Extended || isOp(X, Op::SExt)))
      return Extended || O->op() == Op::ULt || O->op() == Op::ULe;
    if (auto Inner = readsUnsigned(X, V))
      return Inner;
  }
  return std::nullopt;
}

void Executor::nextLoop(unsigned T, const Loop *L) {
  auto &Values = Threads[T].Values;
  ++Values[L->Counter];
  const auto &R = L->TheRange;
  if (!R)
    return;
  unsigned Width = R->Var->width();
  bool AsUnsigned = R->Kind != Loop::StepKind::Add ||
                    readsUnsigned(L->While, R->Var).value_or(false);
  uint64_t Bits = Values[R->Var], Step = Threads[T].Steps[L];
  __int128 V = AsUnsigned ? readUnsigned(Bits, Width) : readSigned(Bits, Width);
  switch (R->Kind) {
  case Loop::StepKind::Add:
    V += readSigned(Step, Width);
    break;
  case Loop::StepKind::Mul:
    V *= readUnsigned(Step, Width);
    break;
  case Loop::StepKind::Div:
    V /= readUnsigned(Step, Width);
    break;
  }
  uint64_t Next = static_cast<uint64_t>(V);
  __int128 Back =
      AsUnsigned ? readUnsigned(Next, Width) : readSigned(Next, Width);
  Out.Broke[T] = Out.Broke[T] || Back != V;
  Values[R->Var] = static_cast<uint64_t>(readUnsigned(Next, Width));
}

} // namespace racemap::oracle
