// AssemblyEvents - inline PTX.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/instrument/BarrierObjects.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"

namespace racemap::instrument {

using namespace llvm;
using device::Order;
using fsm::Operation;
using Kind = Event::Kind;

static Quantity known(const ptx::KnownValue &V) {
  Quantity Q;
  Q.Known = V;
  return Q;
}

static Place placeOf(const ptx::Access &A) {
  Place P;
  P.Address = known(A.Address);
  P.Space = A.Address.From.value_or(A.Space);
  return P;
}

/// Memory that no other thread can write.
static bool isUnshared(ptx::StateSpace S) {
  return S == ptx::StateSpace::Const || S == ptx::StateSpace::Local ||
         S == ptx::StateSpace::Param;
}

/// A compare-and-swap whose outcome the call's operands say.
static void addFailure(const ptx::Access &A, const lift::AccessForm &Form,
                       Event &E) {
  if (!Form.IfFailed || !A.Result || A.Given.empty() ||
      !A.Result->is(ptx::Operand::Kind::AsmOperand))
    return;
  E.Failed = E.How;
  E.Failed->OnlyLoads = true;
  E.Failed->Ordering = orderOf(*Form.IfFailed);
  E.Expected = known(A.Given.front());
  E.Found = A.Result->Index;
}

static Event ofAccess(const ptx::Access &A) {
  Event E;
  E.To = placeOf(A);
  E.Bytes = Quantity::constant(A.Bytes);
  lift::AccessForm Form = lift::formOf(A);
  E.How = descriptorOf(Form);
  E.How.Unread = A.isAtomic() && !A.Result;
  addFailure(A, Form, E);
  E.Lanes = A.AddressLanes;
  return E;
}

/// Vectors, and pairs of 16 bits, are atomic one element at a time.
static Events ofElements(const ptx::Instruction &I, const Event &All) {
  const auto Bytes = All.Bytes.number();
  uint64_t Each = I.hasAnyOf({"f16x2", "bf16x2"}) ? 2 : Bytes.value_or(0);
  for (StringRef Count : {"2", "4", "8"})
    if (Bytes && I.has(("v" + Count).str()) && Each != 2)
      Each = *Bytes / (Count[0] - '0');
  if (All.K != Kind::Access || !fsm::isAtomic(All.How.Op) || !Bytes ||
      Each == 0 || Each == *Bytes || (I.Opcode != "atom" && I.Opcode != "red"))
    return {All};
  Events Elements;
  for (uint64_t At = 0; At < *Bytes; At += Each) {
    Elements.push_back(All);
    Elements.back().To.Offset += At;
    Elements.back().Bytes = Quantity::constant(Each);
  }
  return Elements;
}

static Event ofCopy(const ptx::AsyncCopy &C) {
  Event E;
  E.K = Kind::CopyBegin;
  E.To = placeOf(C.To);
  E.From = placeOf(C.From);
  E.Bytes = known(C.Bytes);
  E.How.Op = Operation::Write;
  if (C.SourceBytes)
    E.BytesRead = known(*C.SourceBytes);
  return E;
}

static Events ofGroup(const ptx::AsyncGroup &G) {
  Event Commit, Wait;
  Commit.K = Kind::CopyCommit;
  Wait.K = Kind::CopyWait;
  switch (G.K) {
  case ptx::AsyncGroup::Kind::Commit:
    return {Commit};
  case ptx::AsyncGroup::Kind::Wait:
    Wait.Count = known(G.Pending);
    return {Wait};
  case ptx::AsyncGroup::Kind::WaitAll:
    return {Commit, Wait};
  }
  return {};
}

static Event ofFence(const ptx::Fence &F) {
  Event E;
  E.K = Kind::Fence;
  E.Scope = scopeOf(lift::scopeOf(F.S));
  switch (F.Sem) {
  case ptx::Fence::Semantics::Acquire:
    E.How.Ordering = Order::Acquire;
    break;
  case ptx::Fence::Semantics::Release:
    E.How.Ordering = Order::Release;
    break;
  case ptx::Fence::Semantics::AcqRel:
  case ptx::Fence::Semantics::SequentiallyConsistent:
    E.How.Ordering = Order::AcqRel;
    break;
  }
  return E;
}

static Events ofBarrier(const ptx::Barrier &B) {
  Event E;
  E.K = Kind::Barrier;
  switch (B.G) {
  case ptx::Barrier::Group::Warp:
    E.Scope = fsm::Scope::Warp;
    E.Mask = B.Mask ? known(*B.Mask) : Quantity::constant(~0u);
    return {E};
  case ptx::Barrier::Group::Cluster:
    if (B.K == ptx::Barrier::Kind::Arrive && !B.OrdersMemory)
      return {
          Event::unknown("a relaxed arrival at a cluster's barrier is taken "
                         "as one that orders memory")};
    E.IsArrival = B.K == ptx::Barrier::Kind::Arrive;
    if (E.IsArrival) {
      E.K = Kind::Order;
      return {E};
    }
    E.Scope = fsm::Scope::Cluster;
    return {E};
  case ptx::Barrier::Group::Block:
    break;
  }
  if (B.K == ptx::Barrier::Kind::Arrive)
    E.K = Kind::Order;
  if (!B.Count || E.K == Kind::Order)
    return {E};
  E.K = Kind::NamedBarrier;
  E.Id = B.Id ? known(*B.Id) : Quantity::constant(0);
  E.Count = known(*B.Count);
  return {E};
}

static Events ofEffect(const ptx::Effect &P) {
  switch (P.kind()) {
  case ptx::Effect::Kind::None:
  case ptx::Effect::Kind::Value:
  case ptx::Effect::Kind::TextureRead:
  case ptx::Effect::Kind::Stop:
    return {};
  case ptx::Effect::Kind::SurfaceAccess:
    if (!P.getAs<ptx::SurfaceAccess>()->Writes)
      return {};
    return {Event::unknown("inline assembly that is not monitored: "
                           "surface write")};
  case ptx::Effect::Kind::Access:
    if (isUnshared(P.getAs<ptx::Access>()->Space))
      return {};
    return {ofAccess(*P.getAs<ptx::Access>())};
  case ptx::Effect::Kind::AsyncCopy:
    return {ofCopy(*P.getAs<ptx::AsyncCopy>())};
  case ptx::Effect::Kind::AsyncGroup:
    return ofGroup(*P.getAs<ptx::AsyncGroup>());
  case ptx::Effect::Kind::AsyncTracking:
    return {}; // as eventsOfBarrierObject has it
  case ptx::Effect::Kind::Fence:
    return {ofFence(*P.getAs<ptx::Fence>())};
  case ptx::Effect::Kind::Barrier:
    return ofBarrier(*P.getAs<ptx::Barrier>());
  case ptx::Effect::Kind::Unsupported:
    return {Event::unknown("inline assembly that is not monitored: " +
                           P.getAs<ptx::Unsupported>()->Reason)};
  }
  return {};
}

/// An operand of the call that is a constant is one.
static void resolve(Quantity &Q, const CallBase &Call) {
  if (!Q.Known || !Q.Known->isSum() || Q.Known->Operands.size() != 1 ||
      !Q.Known->isOperand(Q.Known->Operands[0]))
    return;
  const Value *V = lift::assemblyOperand(Call, Q.Known->Operands[0]);
  if (const auto *C = dyn_cast_or_null<ConstantInt>(V))
    Q = Quantity::constant(C->getZExtValue());
}

static Events resolved(Events All, const CallBase &Call) {
  for (Event &E : All) {
    for (Quantity *Q : {&E.Bytes, &E.Mask, &E.Id, &E.Count})
      resolve(*Q, Call);
    if (E.BytesRead)
      resolve(*E.BytesRead, Call);
  }
  return All;
}

Events eventsOfAssembly(CallBase &Call) {
  const auto *Asm = cast<InlineAsm>(Call.getCalledOperand());
  auto Program = ptx::parse(Asm->getAsmString());
  if (!Program)
    return {Event::unknown("inline assembly that is not understood: " +
                           toString(Program.takeError()))};
  Events All;
  ptx::DataFlow State(*Program);
  ptx::Summary Known = ptx::summarize(*Program);
  for (auto [Index, I] : enumerate(Program->Instructions)) {
    const ptx::Effect &P = Known.Effects[Index];
    if (Events Object = eventsOfBarrierObject(I, State); !Object.empty())
      All.append(Object);
    else
      for (Event &E : ofEffect(P)) {
        E.When = P.When;
        All.append(ofElements(I, E));
      }
    State.apply(unsigned(Index), I, P);
  }
  // To arrive and then to wait at once is a barrier.
  for (size_t I = All.size(); I-- > 0;) {
    bool Waits = I + 1 < All.size()
                     ? All[I + 1].K == Kind::Barrier &&
                           All[I + 1].Scope == fsm::Scope::Cluster
                     : isFollowedByClusterWait(Call);
    if (All[I].IsArrival && Waits)
      All.erase(All.begin() + I);
  }
  return resolved(std::move(All), Call);
}

} // namespace racemap::instrument
