// Event - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/instrument/Event.h"
#include "runtime/device/KnownFunctions.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"

namespace racemap::instrument {

using namespace llvm;
using device::Order;

std::optional<uint64_t> Quantity::number() const {
  if (Known)
    return Known->isConstant() ? std::optional<uint64_t>(Known->Constant)
                               : std::nullopt;
  if (!Value)
    return Number;
  const auto *C = dyn_cast<ConstantInt>(Value);
  return C ? std::optional(C->getZExtValue()) : std::nullopt;
}

Event Event::unknown(std::string Reason) {
  Event E;
  E.K = Kind::Unknown;
  E.Reason = std::move(Reason);
  return E;
}

/// __syncwarp() of all lanes.
static bool isWholeWarp(const Event &E) {
  auto Mask = E.Mask.number();
  return Mask && uint32_t(*Mask) == ~0u;
}

bool Event::ordersOtherwise() const {
  switch (K) {
  case Kind::Access:
    return (How.Ordering != Order::None && How.Ordering != Order::Volatile) ||
           How.OnlyLoads;
  case Kind::Barrier:
    return Scope == fsm::Scope::Warp && !isWholeWarp(*this);
  case Kind::Fence:
  case Kind::NamedBarrier:
  case Kind::CopyBegin:
  case Kind::CopyCommit:
  case Kind::CopyWait:
  case Kind::Order:
  case Kind::Unknown:
    return true;
  }
  return true;
}

bool Event::isPlain() const {
  return K == Kind::Access && !fsm::isAtomic(How.Op) &&
         How.Ordering == Order::None;
}

static bool isClusterWait(const CallBase &Call) {
  if (const auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand()))
    return StringRef(Asm->getAsmString()).contains("barrier.cluster.wait");
  const Function *F = Call.getCalledFunction();
  return F && F->getName().starts_with("llvm.nvvm.barrier.cluster.wait");
}

bool isFollowedByClusterWait(const CallBase &Call) {
  for (const Instruction *I = Call.getNextNode(); I;) {
    const auto *Next = dyn_cast<CallBase>(I);
    if (Next && isClusterWait(*Next))
      return true;
    if (const auto *Jump = dyn_cast<BranchInst>(I); Jump && I->isTerminator()) {
      const BasicBlock *To =
          Jump->isUnconditional() ? Jump->getSuccessor(0) : nullptr;
      I = To && To->getSinglePredecessor() ? &To->front() : nullptr;
      continue;
    }
    bool IsNothing = isa<DbgInfoIntrinsic>(I) || I->isLifetimeStartOrEnd();
    if (!IsNothing && (I->mayReadOrWriteMemory() || I->isTerminator()))
      return false;
    I = I->getNextNode();
  }
  return false;
}

/// Functions without a body that neither order threads nor end one.
static bool isSilent(StringRef Name) {
  return Name.starts_with("__nv_") || Name == "vprintf" ||
         Name == "__nvvm_reflect" || Name == "__racemap_assume";
}

/// Intrinsics without events that are more than a value.
static bool isSilent(const IntrinsicInst &I) {
  if (isa<DbgInfoIntrinsic>(I) || I.doesNotAccessMemory())
    return true;
  StringRef Name = I.getCalledFunction()->getName();
  static constexpr StringLiteral Prefixes[] = {
      "llvm.nvvm.shfl",   "llvm.nvvm.vote",     "llvm.nvvm.match",
      "llvm.nvvm.redux",  "llvm.nvvm.read.ptx", "llvm.nvvm.activemask",
      "llvm.nvvm.tex",    "llvm.nvvm.suld",     "llvm.nvvm.wmma",
      "llvm.nvvm.ldg",    "llvm.nvvm.ldu",      "llvm.nvvm.nanosleep",
      "llvm.lifetime",    "llvm.mem",           "llvm.masked",
      "llvm.assume",      "llvm.invariant",     "llvm.launder",
      "llvm.strip",       "llvm.prefetch",      "llvm.ptr.annotation",
      "llvm.var.annotat", "llvm.experimental",  "llvm.stack",
      "llvm.readcycle"};
  return any_of(Prefixes, [&](StringRef P) { return Name.starts_with(P); });
}

/// A call that has said nothing by its events.
static bool isSilentCall(const CallBase &Call) {
  if (Call.isInlineAsm())
    return true;
  if (const auto *I = dyn_cast<IntrinsicInst>(&Call))
    return isSilent(*I);
  const Function *Callee = Call.getCalledFunction();
  return Callee && Callee->isDeclaration() && isSilent(Callee->getName());
}

bool mayOrder(Instruction &I) {
  if (any_of(eventsOf(I), [](const Event &E) { return !E.isPlain(); }))
    return true;
  const auto *Call = dyn_cast<CallBase>(&I);
  return Call && !isSilentCall(*Call);
}

/// Functions of the runtime that end a thread or get memory.
static bool isRuntimes(StringRef Name) {
  return is_contained(
      {"malloc", "free", "__assertfail", "__assert_fail", "abort"}, Name);
}

bool ordersOtherwise(Instruction &I) {
  if (any_of(eventsOf(I), [](const Event &E) { return E.ordersOtherwise(); }))
    return true;
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || Call->isInlineAsm() || isa<IntrinsicInst>(Call))
    return false;
  const Function *Callee = Call->getCalledFunction();
  if (!Callee)
    return true;
  StringRef Name = Callee->getName();
  return Callee->isDeclaration() && !isSilent(Name) && !isRuntimes(Name) &&
         !device::isGridBarrier(Name);
}

Events eventsOf(Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || isa<MemIntrinsic>(I))
    return eventsOfMemory(I);
  if (Call->isInlineAsm())
    return eventsOfAssembly(*Call);
  const Function *Callee = Call->getCalledFunction();
  if (!Callee || !Callee->isDeclaration())
    return {};
  StringRef Name = Callee->getName();
  if (Name.consume_front("llvm.nvvm."))
    return eventsOfIntrinsic(*Call, Name);
  if (Name.starts_with("__nv_"))
    return eventsOfLibrary(*Call, Name);
  return Name.starts_with("llvm.masked.") ? eventsOfMemory(I) : Events();
}

} // namespace racemap::instrument
