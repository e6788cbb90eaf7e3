// ClassifyAsync - cp.async and what hangs on it.
//
// The non-bulk form copies 4, 8 or 16 bytes from global to shared memory and
// belongs to a group that is committed and waited for. Bulk and tensor copies
// move as much as a register says and complete on an mbarrier: Unsupported.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/ptx/Classify.h"

#include "passes/ptx/Modifiers.h"

#include "llvm/ADT/StringRef.h"

using namespace llvm;

namespace racemap::ptx {

static Unsupported bad(const Instruction &I, Unsupported::Kind K,
                       const Twine &Why) {
  return unsupported(I, K, Why);
}

static Effect::Payload classifyGroup(const Instruction &I,
                                     const DataFlow &State) {
  AsyncGroup G;
  StringRef Verb = I.Modifiers[1];
  G.K = Verb == "commit_group" ? AsyncGroup::Kind::Commit
        : Verb == "wait_all"   ? AsyncGroup::Kind::WaitAll
                               : AsyncGroup::Kind::Wait;
  size_t Expected = G.K == AsyncGroup::Kind::Wait ? 1 : 0;
  if (I.Modifiers.size() != 2 || I.Operands.size() != Expected)
    return bad(I, Unsupported::Kind::Synchronization, "malformed");
  if (G.K == AsyncGroup::Kind::Wait)
    G.Pending = State.read(I.Operands.front());
  return G;
}

/// The two accesses of a copy, sizes aside.
static AsyncCopy accessesOf(const Instruction &I, StateSpace To,
                            const DataFlow &State) {
  AsyncCopy Copy;
  Copy.To.K = Access::Kind::Write;
  Copy.To.Space = To;
  Copy.To.Address = State.address(I.Operands[0], To);
  Copy.From.Space = StateSpace::Global;
  Copy.From.Address = State.address(I.Operands[1], StateSpace::Global);
  Copy.To.ElementType = Copy.From.ElementType = {Type::Class::Bits, 8};
  return Copy;
}

static void setSize(Access &A, const KnownValue &Bytes) {
  bool IsSize = Bytes.isConstant() && Bytes.Constant >= 0;
  A.Bytes = A.Elements =
      IsSize ? static_cast<unsigned>(std::min<int64_t>(Bytes.Constant, 16)) : 0;
}

static Effect::Payload classifyCopy(const Instruction &I,
                                    const DataFlow &State) {
  StateSpace To = StateSpace::Generic;
  bool HasPolicy = I.has("L2::cache_hint"), IsFromGlobal = false;
  for (StringRef Modifier : ArrayRef(I.Modifiers).drop_front(2)) {
    std::optional<StateSpace> Space = parseSpace(Modifier);
    if (Space == StateSpace::Global)
      IsFromGlobal = true;
    else if (Space == StateSpace::Shared)
      To = *Space;
    else if (!Modifier.starts_with("L2::"))
      return bad(I, Unsupported::Kind::Memory,
                 "unknown modifier '." + Modifier + "'");
  }
  size_t Sized = I.Operands.size() - (HasPolicy && !I.Operands.empty() ? 1 : 0);
  if (To != StateSpace::Shared || !IsFromGlobal || Sized < 3 || Sized > 4)
    return bad(I, Unsupported::Kind::Memory, "unexpected operands");

  AsyncCopy Copy = accessesOf(I, To, State);
  Copy.Bytes = State.read(I.Operands[2]);
  setSize(Copy.To, Copy.Bytes);
  setSize(Copy.From, Copy.Bytes);
  if (Sized == 4) {
    // The fourth operand is a size, or a predicate that skips the read.
    Copy.SourceBytes = State.read(I.Operands[3]);
    setSize(Copy.From, *Copy.SourceBytes);
  }
  return Copy;
}

/// Of ".noinc", which counts as an arrival of its own, nothing is made.
static Effect::Payload classifyTracking(const Instruction &I,
                                        const DataFlow &State) {
  bool IsPlain = I.Modifiers.size() > 2 && I.Modifiers[2] == "arrive" &&
                 !I.has("noinc") && I.hasAnyOf({"shared", "shared::cta"}) &&
                 I.Operands.size() == 1;
  if (!IsPlain)
    return bad(I, Unsupported::Kind::Synchronization, "mbarrier");
  return AsyncTracking{State.address(I.Operands[0], StateSpace::Shared)};
}

Effect::Payload classifyAsyncCopy(const Instruction &I, const DataFlow &State) {
  StringRef What = I.Modifiers.size() > 1 ? StringRef(I.Modifiers[1]) : "";
  if (I.has("bulk") && I.hasAnyOf({"commit_group", "wait_group"}))
    return bad(I, Unsupported::Kind::Synchronization, "bulk asynchronous copy");
  if (I.has("bulk"))
    return bad(I, Unsupported::Kind::Memory, "bulk asynchronous copy");
  if (I.Modifiers.empty() || I.Modifiers.front() != "async")
    return bad(I, Unsupported::Kind::Memory, "unknown form of cp");
  if (What == "mbarrier")
    return classifyTracking(I, State);
  if (What == "commit_group" || What == "wait_group" || What == "wait_all")
    return classifyGroup(I, State);
  if (What == "ca" || What == "cg")
    return classifyCopy(I, State);
  return bad(I, Unsupported::Kind::Memory, "unknown form of cp.async");
}

} // namespace racemap::ptx
