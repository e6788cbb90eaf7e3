// Summarize - the effects of a whole program, in order.
//
// Goes through the instructions once: classify by family with the state before
// the instruction, note its guard, then let the state go past it. Branches are
// harmless where everything else is silent; around anything else the order in
// which the effects happen is not known, and each branch is Unsupported.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/ptx/Classify.h"
#include "passes/ptx/Opcode.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace racemap::ptx {

Unsupported unsupported(const Instruction &I, Unsupported::Kind K,
                        const Twine &Why) {
  return {K, ("'" + Twine(I.Text) + "': " + Why).str()};
}

static bool hasAddress(const Instruction &I) {
  return any_of(I.Operands, [](const Operand &O) {
    return O.is(Operand::Kind::Address) || O.is(Operand::Kind::Tuple);
  });
}

static Effect::Payload classifyValue(const Instruction &I, bool IsCollective) {
  if (hasAddress(I))
    return unsupported(I, Unsupported::Kind::Memory, "unexpected address");
  return ValueOnly{IsCollective};
}

static Effect::Payload classifyStop(const Instruction &I) {
  return Stop{I.Opcode == "exit"   ? Stop::Kind::Exit
              : I.Opcode == "trap" ? Stop::Kind::Trap
                                   : Stop::Kind::Breakpoint};
}

static Effect::Payload classifyWarpMatrix(const Instruction &I) {
  if (!I.Modifiers.empty() && I.Modifiers.front() == "mma")
    return classifyValue(I, /*IsCollective=*/true);
  return unsupported(I, Unsupported::Kind::Memory, "matrix in memory");
}

static Effect::Payload classify(const Instruction &I, const DataFlow &State) {
  using Kind = Unsupported::Kind;
  switch (familyOf(I.Opcode)) {
  case Family::Pure:
  case Family::Branch:
    return classifyValue(I, /*IsCollective=*/false);
  case Family::Collective:
    return classifyValue(I, /*IsCollective=*/true);
  case Family::NoEffect:
    return NoEffect();
  case Family::Load:
  case Family::Store:
  case Family::Atomic:
  case Family::Reduction:
    return classifyAccess(I, State);
  case Family::MatrixLoad:
  case Family::MatrixStore:
    return classifyMatrixAccess(I, State);
  case Family::WarpMatrix:
    return classifyWarpMatrix(I);
  case Family::AsyncCopy:
    return classifyAsyncCopy(I, State);
  case Family::Membar:
    return classifyMembar(I);
  case Family::Fence:
    return classifyFence(I);
  case Family::BlockBarrier:
    return classifyBarrier(I, State);
  case Family::Mbarrier:
    return classifyMbarrier(I);
  case Family::Texture:
    return TextureRead();
  case Family::Surface:
    return classifySurface(I, State);
  case Family::SurfaceReduction:
    return unsupported(I, Kind::Memory, "surface reduction");
  case Family::Stop:
    return classifyStop(I);
  case Family::ForeignMemory:
    return unsupported(I, Kind::Memory, "memory that is not modelled");
  case Family::ForeignSynchronization:
    return unsupported(I, Kind::Synchronization,
                       "synchronisation that is not modelled");
  case Family::ForeignControl:
    return unsupported(I, Kind::Control, "call or return");
  case Family::Unknown:
    return unsupported(I, Kind::Unknown, "unknown instruction");
  }
  llvm_unreachable("every family is handled");
}

/// Replaces the branches of a program that does more than compute values.
static void refuseBranches(const Program &P, Summary &S) {
  if (S.isValueOnly())
    return;
  for (const auto &[I, E] : zip_equal(P.Instructions, S.Effects))
    if (familyOf(I.Opcode) == Family::Branch)
      E.What = unsupported(I, Unsupported::Kind::Control,
                           "branch around memory or synchronisation");
}

Summary summarize(const Program &P) {
  Summary S;
  DataFlow State(P);
  for (const auto &[Index, I] : enumerate(P.Instructions)) {
    S.Effects.push_back({classify(I, State), State.guard(I.Guard)});
    State.apply(static_cast<unsigned>(Index), I, S.Effects.back());
  }
  refuseBranches(P, S);
  S.Outputs = State.outputs();
  return S;
}

bool Summary::isValueOnly() const {
  return all_of(Effects, [](const Effect &E) { return E.isSilent(); });
}

const KnownValue *Summary::output(unsigned AsmOperand) const {
  for (const Output &O : Outputs)
    if (O.AsmOperand == AsmOperand)
      return &O.Value;
  return nullptr;
}

} // namespace racemap::ptx
