// AssemblyEffects - what inline PTX does, as effects of the IR.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/effects/MemoryEffects.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"

namespace racemap::lift {

using namespace llvm;
using Operation = map::Access::Operation;

/// The template as the source has it: LLVM writes $0, ${0:x} and $$ for %0, %x0
/// and $.
static std::string asInSource(StringRef Text) {
  std::string Out;
  while (!Text.empty()) {
    StringRef Rest = Text;
    if (Rest.consume_front("$$")) {
      Out += '$';
    } else if (Rest.consume_front("${")) {
      auto [Operand, Behind] = Rest.split('}');
      auto [Number, Modifier] = Operand.split(':');
      Out += ("%" + Modifier + Number).str();
      Rest = Behind;
    } else {
      Out += Text.front() == '$' ? '%' : Text.front();
      Rest = Text.drop_front();
    }
    Text = Rest;
  }
  return Out;
}

static std::string textOfAssembly(const CallBase &Call) {
  std::string Line;
  const auto *Asm = cast<InlineAsm>(Call.getCalledOperand());
  for (char C : StringRef(Asm->getAsmString()).trim())
    if (!isSpace(C))
      Line += C;
    else if (Line.back() != ' ')
      Line += ' ';
  return Line;
}

static Effect notModelled(const CallBase &Call, StringRef Why) {
  std::string Text = textOfAssembly(Call);
  if (!Why.empty())
    Text += (" (" + Why + ")").str();
  return Effect::unknown("inline assembly: " + asInSource(Text));
}

/// One that only acquires gives nothing to others.
static Effect ofFence(const ptx::Fence &F) {
  Effect E;
  E.TheKind = Effect::Kind::Fence;
  E.FenceScope = F.Sem == ptx::Fence::Semantics::Acquire ? map::Scope::Thread
                                                         : scopeOf(F.S);
  return E;
}

static std::optional<Quantity> quantity(const CallBase &Call,
                                        const ptx::KnownValue &V) {
  if (V.isConstant())
    return Quantity{nullptr, static_cast<uint64_t>(V.Constant)};
  if (V.isSum() && V.Operands.size() == 1 && V.isOperand(V.Operands[0]))
    if (const Value *Operand = assemblyOperand(Call, V.Operands[0]))
      return Quantity{Operand, 0};
  return std::nullopt;
}

/// The value of an operand of this width; null if there is none.
static const Value *valueOf(const CallBase &Call, const ptx::KnownValue &V,
                            unsigned Bits) {
  auto Q = quantity(Call, V);
  if (!Q || Q->Value)
    return Q ? Q->Value : nullptr;
  return ConstantInt::get(Call.getContext(),
                          APInt(64, Q->Number).zextOrTrunc(Bits));
}

/// What is left in memory, as the intrinsics say it.
static void setUpdate(MemoryAccess &M, const CallBase &Call,
                      const ptx::Access &A) {
  using Update = map::Access::Update;
  auto Given = [&](unsigned I) {
    return valueOf(Call, A.Given[I], A.ElementType.Bits);
  };
  bool IsFloat = A.ElementType.C == ptx::Type::Class::Float;
  if (A.Elements != 1 || (IsFloat && A.Op == ptx::AtomicOp::Add))
    return;
  M.Operand = Given(A.Given.size() - 1);
  if (!A.Op) {
    M.TheUpdate = Update::Exchange;
    return;
  }
  switch (*A.Op) {
  case ptx::AtomicOp::Add:
    M.TheUpdate = Update::Add;
    break;
  case ptx::AtomicOp::Or:
    M.TheUpdate = Update::Or;
    break;
  case ptx::AtomicOp::Inc:
    M.TheUpdate = Update::CountTo;
    break;
  case ptx::AtomicOp::Exch:
    M.TheUpdate = Update::Exchange;
    break;
  case ptx::AtomicOp::Cas:
    M.TheUpdate = Update::CompareExchange;
    M.Expected = Given(0);
    break;
  case ptx::AtomicOp::And:
  case ptx::AtomicOp::Xor:
  case ptx::AtomicOp::Min:
  case ptx::AtomicOp::Max:
  case ptx::AtomicOp::Dec:
    break; // of these nothing is made
  }
}

static Effect ofAccess(const CallBase &Call, const ptx::Access &A) {
  auto Address = addressIn(Call, A.Address);
  if (!Address || A.Bytes == 0 || A.Space == ptx::StateSpace::Param ||
      A.Space == ptx::StateSpace::SharedCluster)
    return notModelled(Call, "address");
  MemoryAccess M;
  M.Pointer = Address->Operand;
  M.Displacement = Address->Displacement;
  M.Size = A.Bytes;
  M.setForm(formOf(A));
  if (map::Access::isAtomic(M.Operation) && map::Access::writes(M.Operation))
    setUpdate(M, Call, A);
  Effect E = Effect::access(M);
  E.Lanes = A.AddressLanes;
  return E;
}

/// Nothing if it is not a number.
static std::optional<uint64_t> number(const CallBase &Call,
                                      const ptx::KnownValue &V) {
  auto Q = quantity(Call, V);
  if (!Q)
    return std::nullopt;
  if (!Q->Value)
    return Q->Number;
  const auto *Constant = dyn_cast<ConstantInt>(Q->Value);
  return Constant ? std::optional(Constant->getZExtValue()) : std::nullopt;
}

static Effect ofAsyncCopy(const CallBase &Call, ptx::AsyncCopy Copy) {
  auto Written = number(Call, Copy.Bytes);
  auto Read = Copy.SourceBytes ? number(Call, *Copy.SourceBytes) : Written;
  if (!Written || !Read || *Read == 0 || *Read > *Written || *Written > 16)
    return notModelled(Call, "asynchronous copy of an unknown size");
  Copy.To.Bytes = *Written;
  Copy.From.Bytes = *Read;
  Effect E = ofAccess(Call, Copy.From), To = ofAccess(Call, Copy.To);
  if (To.TheKind != Effect::Kind::Accesses)
    return To;
  E.Accesses.append(To.Accesses);
  E.Asynchronous = true;
  return E;
}

/// wait_all waits as if all copies so far were in a group.
static SmallVector<Effect, 2> ofAsyncGroup(const CallBase &Call,
                                           const ptx::AsyncGroup &G) {
  Effect Commit, Wait;
  Commit.TheKind = Wait.TheKind = Effect::Kind::AsyncGroup;
  switch (G.K) {
  case ptx::AsyncGroup::Kind::Commit:
    return {Commit};
  case ptx::AsyncGroup::Kind::Wait:
    // What is not known may be any number: it waits for nothing for sure.
    if (auto Pending = number(Call, G.Pending)) {
      Wait.Pending = std::min<uint64_t>(*Pending, UINT32_MAX);
      return {Wait};
    }
    return {};
  case ptx::AsyncGroup::Kind::WaitAll:
    Wait.Pending = 0;
    return {Commit, Wait};
  }
  return {};
}

static Effect ofTracking(const CallBase &Call, const ptx::AsyncTracking &T) {
  Effect E = notModelled(Call, "mbarrier");
  auto Address = addressIn(Call, T.Object);
  if (Address && Address->Displacement == 0) {
    E.TheKind = Effect::Kind::AsyncTracking;
    E.TheBarrier.Object = Address->Operand;
  }
  return E;
}

static Effect ofSurface(const CallBase &Call, const ptx::SurfaceAccess &A) {
  auto Object = quantity(Call, A.Object);
  if (!Object || !Object->Value || A.Clamps)
    return notModelled(Call,
                       A.Clamps ? "a surface access that clamps" : "surface");
  MemoryAccess M;
  M.Operation = A.Writes ? Operation::Write : Operation::Read;
  M.Pointer = Object->Value;
  M.Size = A.Bytes;
  M.Place.emplace().Kind = "surface";
  for (const ptx::KnownValue &V : A.At) {
    auto Its = quantity(Call, V);
    if (!Its)
      return notModelled(Call, "place in a surface");
    M.Place->At.push_back(*Its);
  }
  return Effect::access(M);
}

static map::Barrier::Part partOf(ptx::Barrier::Kind K) {
  switch (K) {
  case ptx::Barrier::Kind::Sync:
  case ptx::Barrier::Kind::Reduce:
    return map::Barrier::Part::Whole;
  case ptx::Barrier::Kind::Arrive:
    return map::Barrier::Part::Arrival;
  case ptx::Barrier::Kind::Wait:
    return map::Barrier::Part::Wait;
  }
  llvm_unreachable("all kinds are handled");
}

static Effect ofBarrier(const CallBase &Call, const ptx::Barrier &B) {
  using ptx::Barrier;
  if (!B.OrdersMemory)
    return notModelled(Call, "a barrier that orders no memory");
  Effect E;
  E.TheKind = Effect::Kind::Barrier;
  E.TheBarrier.ThePart = partOf(B.K);
  E.TheBarrier.TheScope = B.G == Barrier::Group::Warp    ? map::Scope::Warp
                          : B.G == Barrier::Group::Block ? map::Scope::Block
                                                         : map::Scope::Cluster;
  auto Set = [&](std::optional<Quantity> &To,
                 const std::optional<ptx::KnownValue> &V) {
    To = V ? quantity(Call, *V) : std::nullopt;
    return !V || To;
  };
  if (!Set(E.TheBarrier.Number, B.Id) || !Set(E.TheBarrier.Count, B.Count) ||
      !Set(E.TheBarrier.Mask, B.Mask))
    return notModelled(Call, "operand");
  return E;
}

static Effect ofStop(const ptx::Stop &S) {
  Effect E;
  switch (S.K) {
  case ptx::Stop::Kind::Exit:
    E.TheKind = Effect::Kind::Exit;
    break;
  case ptx::Stop::Kind::Trap:
    E.TheKind = Effect::Kind::Abort;
    break;
  case ptx::Stop::Kind::Breakpoint:
    break;
  }
  return E;
}

static Effect effectOf(const CallBase &Call, const ptx::Effect &P) {
  Effect E;
  switch (P.kind()) {
  case ptx::Effect::Kind::None:
  case ptx::Effect::Kind::Value:
  case ptx::Effect::Kind::TextureRead:
    return E;
  case ptx::Effect::Kind::SurfaceAccess:
    return ofSurface(Call, *P.getAs<ptx::SurfaceAccess>());
  case ptx::Effect::Kind::Access:
    return ofAccess(Call, *P.getAs<ptx::Access>());
  case ptx::Effect::Kind::AsyncCopy:
    return ofAsyncCopy(Call, *P.getAs<ptx::AsyncCopy>());
  case ptx::Effect::Kind::AsyncGroup:
    llvm_unreachable("it can have two effects");
  case ptx::Effect::Kind::AsyncTracking:
    return ofTracking(Call, *P.getAs<ptx::AsyncTracking>());
  case ptx::Effect::Kind::Fence:
    return ofFence(*P.getAs<ptx::Fence>());
  case ptx::Effect::Kind::Barrier:
    return ofBarrier(Call, *P.getAs<ptx::Barrier>());
  case ptx::Effect::Kind::Stop:
    return ofStop(*P.getAs<ptx::Stop>());
  case ptx::Effect::Kind::Unsupported:
    return notModelled(Call, P.getAs<ptx::Unsupported>()->Reason);
  }
  return E;
}

/// Is the call's value what this instruction reads, whole?
static bool isResult(const CallBase &Call, const ptx::Summary &All,
                     size_t Index) {
  const auto *A = All.Effects[Index].getAs<ptx::Access>();
  auto Result = assemblyResult(Call, 0);
  const ptx::KnownValue *V = Result ? All.output(*Result) : nullptr;
  return A && A->Elements == 1 && V && !Call.getType()->isStructTy() &&
         V->K == ptx::KnownValue::Kind::Loaded && V->Instruction == Index &&
         All.Effects[Index].When.K == ptx::Guard::Kind::Always;
}

SmallVector<Effect, 2> effectsOfAssembly(const CallBase &Call) {
  auto Summary = summaryOf(Call);
  if (!Summary)
    return {notModelled(Call, "")};
  SmallVector<Effect, 2> Result;
  for (const auto &[Index, P] : enumerate(Summary->Effects)) {
    const auto *Group = P.getAs<ptx::AsyncGroup>();
    for (Effect &E : Group ? ofAsyncGroup(Call, *Group)
                           : SmallVector<Effect, 2>{effectOf(Call, P)}) {
      E.When = P.When;
      for (MemoryAccess &A : E.Accesses)
        A.IsResult = isResult(Call, *Summary, Index);
      if (E.TheKind != Effect::Kind::None)
        Result.push_back(std::move(E));
    }
  }
  return Result;
}

} // namespace racemap::lift
