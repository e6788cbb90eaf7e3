// Interpreter - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Interpreter.h"
#include "Code.h"
#include "Evaluate.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace racemap::source {

using Kind = Statement::Kind;

Dim coordinates(unsigned Number, const Dim &Size) {
  return {Number % Size[0], Number / Size[0] % Size[1],
          Number / Size[0] / Size[1]};
}

namespace {

constexpr unsigned MostSteps = 20000;

struct Thread {
  Scope In;
  unsigned Number = 0, Steps = 0;
  size_t Next = 0;
  const Statement *WaitsAt = nullptr;
  bool Returned = false;
  std::map<const Byte *, uint8_t> Written; ///< by itself, in the first phase
};

class Interpreter {
public:
  Interpreter(const Kernel &K, const std::vector<int64_t> &Parameters,
              const Contents &At, Sees Whom)
      : K(K), Parameters(Parameters), At(At), Whom(Whom),
        Code(compile(K.Body)) {}

  Run run() {
    for (Block = 0; Block != volume(K.GridDim); ++Block)
      runBlock();
    return std::move(Out);
  }

private:
  void runBlock();
  std::vector<Thread> threads() const;
  void runToBarrier(Thread &T);
  void noteDivergence(const std::vector<Thread> &All);
  void perform(Thread &T, const Statement &S);
  void step(Thread &T, const Statement &S);
  void access(Thread &T, const Statement &S);
  int64_t offset(const Statement &S, const Scope &In);
  uint64_t read(Thread &T, const Statement &S, int64_t Offset, unsigned Size);
  uint8_t seen(const Thread &T, const Byte &B) const;
  void write(Thread &T, const Statement &S, int64_t Offset, unsigned Size,
             uint64_t Value);
  Byte &byteAt(unsigned Array, int64_t Offset);
  void touch(Byte &B, const Thread &T, const Statement &S, bool Writes);
  uint32_t value(const Expression &E, const Scope &In) {
    return evaluate(E, In, Out.Undefined);
  }

  const Kernel &K;
  const std::vector<int64_t> &Parameters;
  const Contents &At;
  Sees Whom;
  std::vector<Instruction> Code;
  Run Out;
  unsigned Block = 0, Phase = 0;
};

} // namespace

std::vector<Thread> Interpreter::threads() const {
  std::vector<Thread> All(volume(K.BlockDim));
  for (auto [I, T] : llvm::enumerate(All)) {
    T.Number = I;
    T.In = {&K, &Parameters, coordinates(I, K.BlockDim),
            coordinates(Block, K.GridDim),
            std::vector<uint32_t>(K.Variables.size())};
  }
  return All;
}

void Interpreter::runBlock() {
  std::vector<Thread> All = threads();
  auto Returned = [](const Thread &T) { return T.Returned; };
  for (Phase = 0; !llvm::all_of(All, Returned); ++Phase) {
    for (Thread &T : All)
      runToBarrier(T);
    noteDivergence(All);
  }
}

void Interpreter::noteDivergence(const std::vector<Thread> &All) {
  for (const Thread &T : All)
    Out.Divergent |= T.WaitsAt != All.front().WaitsAt;
}

/// What a variable holds of a 32-bit value, extended to 32 bits again.
static uint32_t kept(const Variable &V, uint32_t Value) {
  unsigned Cut = 32 - V.Bits;
  return V.Unsigned
             ? Value << Cut >> Cut
             : static_cast<uint32_t>(static_cast<int32_t>(Value << Cut) >> Cut);
}

void Interpreter::runToBarrier(Thread &T) {
  T.WaitsAt = nullptr;
  while (!T.Returned && !T.WaitsAt) {
    bool TooMany = ++T.Steps > MostSteps;
    Out.Endless |= TooMany;
    if (TooMany || T.Next == Code.size()) {
      T.Returned = true;
      return;
    }
    const Instruction &I = Code[T.Next++];
    switch (I.TheKind) {
    case Instruction::Kind::Do:
      perform(T, *I.S);
      break;
    case Instruction::Kind::Assign:
      T.In.Variables[I.S->Variable] =
          kept(K.Variables[I.S->Variable], value(I.S->Value, T.In));
      break;
    case Instruction::Kind::Step:
      step(T, *I.S);
      break;
    case Instruction::Kind::Unless:
      if (!value(*I.Condition, T.In))
        T.Next = I.Target;
      break;
    case Instruction::Kind::Jump:
      T.Next = I.Target;
      break;
    }
  }
}

void Interpreter::perform(Thread &T, const Statement &S) {
  switch (S.TheKind) {
  case Kind::Read:
  case Kind::Write:
  case Kind::Update:
    return access(T, S);
  case Kind::Let:
    T.In.Variables[S.Variable] =
        kept(K.Variables[S.Variable], value(S.Value, T.In));
    return;
  case Kind::Sync:
    T.WaitsAt = &S;
    return;
  case Kind::Return:
    T.Returned = true;
    return;
  case Kind::If:
  case Kind::For:
    return; // compiled to jumps
  }
}

/// v += c and its like, in the variable's type.
void Interpreter::step(Thread &T, const Statement &S) {
  using Stepping = Statement::Stepping;
  static const Op Ops[] = {Op::Add, Op::Sub, Op::Mul, Op::Div};
  bool Adds =
      S.TheStepping == Stepping::Add || S.TheStepping == Stepping::Subtract;
  const Variable &Its = K.Variables[S.Variable];
  Expression V{Op::Variable, Its.isReadUnsigned(), S.Variable, {}};
  Expression Next = operation(Ops[static_cast<unsigned>(S.TheStepping)],
                              {V, number(Adds ? S.Step : 2)});
  uint32_t &Now = T.In.Variables[S.Variable];
  uint32_t New = kept(Its, value(Next, T.In));
  bool Rises =
      S.TheStepping == Stepping::Add || S.TheStepping == Stepping::Double;
  Out.Wraps |= Rises && asNumber(V, New) < asNumber(V, Now);
  Now = New;
}

int64_t Interpreter::offset(const Statement &S, const Scope &In) {
  const Array &A = K.Arrays[S.Array];
  int64_t Element = 0;
  for (const Expression &E : S.Index)
    Element = Element * A.Columns + asNumber(E, value(E, In));
  return Element * (S.AsBytes ? 1 : A.size());
}

/// What an element of the type holds, as a number.
static uint64_t extended(const Array &A, bool AsByte, uint64_t Bits) {
  return !AsByte && A.TheType == Array::Type::Short
             ? static_cast<uint64_t>(static_cast<int16_t>(Bits))
             : Bits;
}

void Interpreter::access(Thread &T, const Statement &S) {
  const Array &A = K.Arrays[S.Array];
  unsigned Size = S.AsBytes ? 1 : A.size();
  int64_t Offset = offset(S, T.In);
  if (S.TheKind == Kind::Read) {
    T.In.Variables[S.Variable] =
        static_cast<uint32_t>(extended(A, S.AsBytes, read(T, S, Offset, Size)));
    return;
  }
  auto Value = static_cast<uint64_t>(asNumber(S.Value, value(S.Value, T.In)));
  if (S.TheKind == Kind::Update)
    Value += read(T, S, Offset, Size);
  write(T, S, Offset, Size, Value);
}

uint64_t Interpreter::read(Thread &T, const Statement &S, int64_t Offset,
                           unsigned Size) {
  uint64_t Value = 0;
  for (unsigned I = 0; I != Size; ++I) {
    Byte &B = byteAt(S.Array, Offset + I);
    touch(B, T, S, /*Writes=*/false);
    Value |= uint64_t{seen(T, B)} << (8 * I);
  }
  return Value;
}

uint8_t Interpreter::seen(const Thread &T, const Byte &B) const {
  if (Whom == Sees::Others || Phase > 0)
    return B.Value;
  auto Own = T.Written.find(&B);
  return Own == T.Written.end() ? B.Initial : Own->second;
}

void Interpreter::write(Thread &T, const Statement &S, int64_t Offset,
                        unsigned Size, uint64_t Value) {
  for (unsigned I = 0; I != Size; ++I) {
    Byte &B = byteAt(S.Array, Offset + I);
    B.Value = static_cast<uint8_t>(Value >> (8 * I));
    if (Whom == Sees::Nobody)
      T.Written[&B] = B.Value;
    touch(B, T, S, /*Writes=*/true);
  }
}

Byte &Interpreter::byteAt(unsigned Array, int64_t Offset) {
  const auto &A = K.Arrays[Array];
  uint64_t Instance = A.Shared ? Block : 0;
  uint64_t Key = uint64_t{Array} << 56 | Instance << 40 |
                 (static_cast<uint64_t>(Offset) & 0xff'ffff'ffff);
  auto [Entry, IsNew] = Out.Bytes.try_emplace(Key);
  if (IsNew) {
    int64_t Size = A.size(), Element = Offset / Size - (Offset % Size < 0);
    Byte &New = Entry->second;
    New.Initial = static_cast<uint8_t>(At(Array, Instance, Element) >>
                                       (8 * (Offset - Element * Size)));
    New.Value = New.Initial;
  }
  return Entry->second;
}

void Interpreter::touch(Byte &B, const Thread &T, const Statement &S,
                        bool Writes) {
  Touch X{S.Line,   Writes, Block,
          T.Number, Phase,  Writes ? B.Value : uint8_t{0}};
  if (!llvm::is_contained(B.Touches, X))
    B.Touches.push_back(X);
}

Run run(const Kernel &K, const std::vector<int64_t> &Parameters,
        const Contents &At, Sees Whom) {
  return Interpreter(K, Parameters, At, Whom).run();
}

} // namespace racemap::source
