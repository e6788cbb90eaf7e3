// ClassifySync - barriers, fences, mbarrier objects.
//
// Barriers differ in who meets (a warp's lanes, a block, a cluster) and in
// what a thread does there (both, arrive only, wait only, reduce a predicate).
// A proxy fence orders one thread's own accesses through two paths, so it is
// no fence between threads, unless it says acquire or release.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/ptx/Classify.h"

#include "passes/ptx/Modifiers.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace racemap::ptx {

static Unsupported badSync(const Instruction &I, const Twine &Why) {
  return unsupported(I, Unsupported::Kind::Synchronization, Why);
}

/// The first modifier that is not among Known, or "".
static StringRef unknownModifier(const Instruction &I,
                                 ArrayRef<StringRef> Known) {
  for (StringRef Modifier : I.Modifiers)
    if (!is_contained(Known, Modifier))
      return Modifier;
  return "";
}

static Effect::Payload classifyWarpBarrier(const Instruction &I,
                                           const DataFlow &State) {
  if (!unknownModifier(I, {"warp", "sync"}).empty() || I.Operands.size() != 1)
    return badSync(I, "unknown form of bar.warp");
  Barrier B;
  B.G = Barrier::Group::Warp;
  B.Mask = State.read(I.Operands.front());
  return B;
}

static Effect::Payload classifyClusterBarrier(const Instruction &I) {
  StringRef Unknown =
      unknownModifier(I, {"cluster", "arrive", "wait", "release", "relaxed",
                          "acquire", "aligned"});
  if (!Unknown.empty() || !I.Operands.empty() ||
      I.has("arrive") == I.has("wait"))
    return badSync(I, "unknown form of barrier.cluster");
  Barrier B;
  B.G = Barrier::Group::Cluster;
  B.K = I.has("arrive") ? Barrier::Kind::Arrive : Barrier::Kind::Wait;
  B.IsAligned = I.has("aligned");
  B.OrdersMemory = !I.has("relaxed");
  return B;
}

static std::optional<Barrier::Kind> blockBarrierKind(const Instruction &I) {
  if (I.has("sync"))
    return Barrier::Kind::Sync;
  if (I.has("arrive"))
    return Barrier::Kind::Arrive;
  if (I.has("red"))
    return Barrier::Kind::Reduce;
  return std::nullopt;
}

/// bar.sync a{,b}; bar.arrive a,b; bar.red.op d, a{,b}, p; and the same as
/// barrier{.cta}, which are aligned only if they say so.
Effect::Payload classifyBarrier(const Instruction &I, const DataFlow &State) {
  if (I.has("warp"))
    return classifyWarpBarrier(I, State);
  if (I.has("cluster"))
    return classifyClusterBarrier(I);
  StringRef Unknown =
      unknownModifier(I, {"cta", "sync", "arrive", "red", "aligned", "popc",
                          "and", "or", "u32", "pred"});
  std::optional<Barrier::Kind> K = blockBarrierKind(I);
  if (!Unknown.empty() || !K)
    return badSync(I, "unknown form of barrier");

  bool IsReduce = *K == Barrier::Kind::Reduce;
  ArrayRef<Operand> Participants = I.Operands;
  if (IsReduce && Participants.size() >= 3)
    Participants = Participants.drop_front().drop_back();
  size_t Fewest = *K == Barrier::Kind::Arrive ? 2 : 1;
  bool IsShort = IsReduce && I.Operands.size() < 3;
  if (IsShort || Participants.size() < Fewest || Participants.size() > 2)
    return badSync(I, "unexpected number of operands");

  Barrier B;
  B.K = *K;
  B.IsAligned = I.Opcode == "bar" || I.has("aligned");
  B.Id = State.read(Participants[0]);
  if (Participants.size() == 2)
    B.Count = State.read(Participants[1]);
  if (IsReduce)
    B.Result = I.Operands.front();
  return B;
}

/// membar.level is fence.sc at the level's scope.
Effect::Payload classifyMembar(const Instruction &I) {
  if (!I.Modifiers.empty() && I.Modifiers.front() == "proxy")
    return classifyFence(I);
  Fence F;
  F.Sem = Fence::Semantics::SequentiallyConsistent;
  bool IsKnown = I.Modifiers.size() == 1 && I.Operands.empty() &&
                 I.hasAnyOf({"cta", "gl", "sys"});
  if (!IsKnown)
    return badSync(I, "unknown form of membar");
  F.S = I.has("cta")  ? Scope::Block
        : I.has("gl") ? Scope::Device
                      : Scope::System;
  return F;
}

static Effect::Payload classifyProxyFence(const Instruction &I) {
  bool IsOwnOrder = I.Modifiers.size() >= 2 && I.Operands.empty() &&
                    (I.Modifiers[1] == "alias" || I.Modifiers[1] == "async");
  for (StringRef Modifier : ArrayRef(I.Modifiers).drop_front(1))
    if (Modifier != "alias" && Modifier != "async" && !parseSpace(Modifier))
      IsOwnOrder = false;
  if (IsOwnOrder)
    return NoEffect();
  return badSync(I, "fence between proxies");
}

Effect::Payload classifyFence(const Instruction &I) {
  if (!I.Modifiers.empty() && I.Modifiers.front() == "proxy")
    return classifyProxyFence(I);
  Fence F;
  std::optional<Scope> S;
  for (StringRef Modifier : I.Modifiers) {
    if (std::optional<Scope> Known = parseScope(Modifier))
      S = Known;
    else if (Modifier == "sc")
      F.Sem = Fence::Semantics::SequentiallyConsistent;
    else if (Modifier == "acq_rel")
      F.Sem = Fence::Semantics::AcqRel;
    else if (Modifier == "acquire")
      F.Sem = Fence::Semantics::Acquire;
    else if (Modifier == "release")
      F.Sem = Fence::Semantics::Release;
    else
      return badSync(I, "unknown modifier '." + Modifier + "'");
  }
  if (!S || !I.Operands.empty())
    return badSync(I, "unknown form of fence");
  F.S = *S;
  return F;
}

/// Only the count inside a token that a register already holds is a value.
Effect::Payload classifyMbarrier(const Instruction &I) {
  bool IsArithmetic =
      !I.Modifiers.empty() && I.Modifiers.front() == "pending_count" &&
      none_of(I.Operands,
              [](const Operand &O) { return O.is(Operand::Kind::Address); });
  if (IsArithmetic)
    return ValueOnly();
  return badSync(I, "mbarrier");
}

} // namespace racemap::ptx
