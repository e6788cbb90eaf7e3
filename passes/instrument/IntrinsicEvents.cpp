// IntrinsicEvents - intrinsics of NVPTX, and what libdevice writes.
//
// Names and not intrinsic numbers: they are the same in all versions of LLVM,
// as far as they exist.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/instrument/Event.h"
#include "llvm/IR/Module.h"

namespace racemap::instrument {

using namespace llvm;
using device::Order;
using fsm::Operation;
using Kind = Event::Kind;

static Event of(Kind K, fsm::Scope S = fsm::Scope::Block) {
  Event E;
  E.K = K;
  E.Scope = S;
  return E;
}

static uint64_t storeSize(const CallBase &Call) {
  return Call.getModule()
      ->getDataLayout()
      .getTypeStoreSize(Call.getType())
      .getFixedValue();
}

/// llvm.nvvm.bar*: of a block, of a warp, of some threads.
static Events blockBarrier(CallBase &Call, StringRef Name) {
  if (Name.starts_with("bar.warp.sync")) {
    Event E = of(Kind::Barrier, fsm::Scope::Warp);
    E.Mask = Quantity::value(Call.getArgOperand(0));
    return {E};
  }
  if (Name.contains("arrive"))
    return {of(Kind::Order)};
  bool HasCount =
      Name.ends_with(".count") || Name.ends_with(".cnt") || Name == "barrier";
  if (!HasCount)
    return {of(Kind::Barrier)};
  Event E = of(Kind::NamedBarrier);
  E.Id = Quantity::value(Call.getArgOperand(0));
  E.Count = Quantity::value(Call.getArgOperand(1));
  return {E};
}

static Events clusterBarrier(const CallBase &Call, StringRef Name) {
  if (Name.contains(".wait"))
    return {of(Kind::Barrier, fsm::Scope::Cluster)};
  if (!Name.contains(".relaxed"))
    return isFollowedByClusterWait(Call) ? Events() : Events{of(Kind::Order)};
  return {Event::unknown("a relaxed arrival at a cluster's barrier is taken as "
                         "one that orders memory")};
}

static Events fence(StringRef Name) {
  Event E = of(Kind::Fence);
  E.How.Ordering = Order::AcqRel;
  if (Name.starts_with("membar.gl") || Name.starts_with("membar.sys"))
    E.Scope = fsm::Scope::Grid;
  else if (Name.contains("cluster"))
    E.Scope = fsm::Scope::Cluster;
  else if (!Name.starts_with("membar.cta"))
    return {Event::unknown("llvm.nvvm." + Name.str() + " is not monitored")};
  return {E};
}

/// One that has an AccessForm.
static Events access(CallBase &Call, const lift::AccessForm &Form) {
  Event E;
  E.To.Address = Quantity::value(Call.getArgOperand(0));
  E.Bytes = Quantity::constant(storeSize(Call));
  E.How = descriptorOf(Form);
  E.How.Unread = Form.isAtomic() && Call.use_empty();
  if (Form.IfFailed) {
    E.Expected = Quantity::value(Call.getArgOperand(1));
    E.Failed = E.How;
    E.Failed->OnlyLoads = true;
  }
  return {E};
}

static Events matrix(CallBase &Call, StringRef Name) {
  lift::Effect Known =
      lift::effectOfWarpMatrix(Call, ("llvm.nvvm." + Name).str());
  if (Known.TheKind != lift::Effect::Kind::Accesses)
    return {Event::unknown("llvm.nvvm." + Name.str() + " is not monitored")};
  const lift::MemoryAccess &A = Known.Accesses.front();
  Event E;
  E.To.Address = Quantity::value(Call.getArgOperand(0));
  E.Bytes = Quantity::constant(A.Size);
  E.How = descriptorOf({A.Operation});
  E.Tile = A.Tile;
  return {E};
}

/// "ca.shared.global.4"; with ".s" the last argument says how many bytes are
/// read, the rest becomes 0.
static Events asyncCopy(CallBase &Call, StringRef Name) {
  bool ReadsLess = Name.consume_back(".s");
  uint64_t Bytes = 0;
  if ((!Name.consume_front("ca.shared.global.") &&
       !Name.consume_front("cg.shared.global.")) ||
      Name.getAsInteger(10, Bytes))
    return {Event::unknown("llvm.nvvm.cp.async." + Name.str() +
                           " is not monitored")};
  Event E = of(Kind::CopyBegin);
  E.To.Address = Quantity::value(Call.getArgOperand(0));
  E.From = Place{Quantity::value(Call.getArgOperand(1))};
  E.Bytes = Quantity::constant(Bytes);
  E.How.Op = Operation::Write;
  if (ReadsLess)
    E.BytesRead = Quantity::value(Call.getArgOperand(2));
  return {E};
}

static Events asyncEvents(CallBase &Call, StringRef Name) {
  Event Wait = of(Kind::CopyWait);
  if (Name == "commit.group")
    return {of(Kind::CopyCommit)};
  if (Name == "wait.all")
    return {of(Kind::CopyCommit), Wait};
  if (Name != "wait.group")
    return asyncCopy(Call, Name);
  Wait.Count = Quantity::value(Call.getArgOperand(0));
  return {Wait};
}

Events eventsOfIntrinsic(CallBase &Call, StringRef Name) {
  if (Name.starts_with("barrier.cluster"))
    return clusterBarrier(Call, Name);
  if (Name.starts_with("bar"))
    return blockBarrier(Call, Name);
  if (Name.starts_with("membar") || Name.starts_with("fence"))
    return fence(Name);
  if (auto Form = lift::formOfIntrinsic(("llvm.nvvm." + Name).str()))
    return access(Call, *Form);
  if (Name.consume_front("cp.async."))
    return asyncEvents(Call, Name);
  if (Name.starts_with("wmma.") && !Name.contains(".mma."))
    return matrix(Call, Name);
  static constexpr StringLiteral Other[] = {"mbarrier", "sust", "stmatrix",
                                            "ldmatrix", "cp.",  "tcgen05"};
  if (any_of(Other, [&](StringRef P) { return Name.starts_with(P); }))
    return {Event::unknown("llvm.nvvm." + Name.str() + " is not monitored")};
  return {};
}

/// Results that libdevice writes through pointers (sincos, frexp, ...).
Events eventsOfLibrary(CallBase &Call, StringRef) {
  Events All;
  for (const lift::Effect &E : lift::effectsOf(Call))
    for (const lift::MemoryAccess &A : E.Accesses) {
      Event Write;
      Write.To.Address = Quantity::value(const_cast<Value *>(A.Pointer));
      Write.Bytes = Quantity::constant(A.Size);
      Write.How.Op = Operation::Write;
      All.push_back(Write);
    }
  return All;
}

} // namespace racemap::instrument
