// BarrierObjects - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/instrument/BarrierObjects.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap::instrument {

using namespace llvm;
using device::Order;
using fsm::Operation;

static ptx::StateSpace spaceOf(const ptx::Instruction &I) {
  if (I.hasAnyOf({"shared", "shared::cta"}))
    return ptx::StateSpace::Shared;
  return I.has("shared::cluster") ? ptx::StateSpace::SharedCluster
                                  : ptx::StateSpace::Generic;
}

/// "arrive" of mbarrier.arrive and of cp.async.mbarrier.arrive.
static StringRef kindOf(const ptx::Instruction &I) {
  ArrayRef<std::string> Modifiers = I.Modifiers;
  if (I.Opcode == "cp" && Modifiers.size() > 2 && Modifiers[0] == "async" &&
      Modifiers[1] == "mbarrier")
    return Modifiers[2];
  return I.Opcode == "mbarrier" && !Modifiers.empty()
             ? StringRef(Modifiers.front())
             : "";
}

/// What it does to the object; nothing if it is not known.
static std::optional<device::Descriptor> descriptor(const ptx::Instruction &I) {
  device::Descriptor How;
  StringRef Kind = kindOf(I);
  if (Kind == "init" || Kind == "inval") {
    How.Op = Operation::Write;
    return How;
  }
  bool IsArrival = Kind == "arrive" || Kind == "arrive_drop";
  bool IsTest = Kind == "test_wait" || Kind == "try_wait";
  if ((!IsArrival && !IsTest) || I.has("expect_tx"))
    return std::nullopt;
  How.Op = I.hasAnyOf({"cluster", "shared::cluster"}) ? Operation::AtomicCluster
                                                      : Operation::AtomicBlock;
  How.OnlyLoads = IsTest;
  How.Unread = IsArrival;
  if (!I.has("relaxed"))
    How.Ordering = IsTest ? Order::Acquire : Order::Release;
  return How;
}

/// The copies of the thread so far are done.
static Events copiesDone() {
  Event Commit, Wait;
  Commit.K = Event::Kind::CopyCommit;
  Wait.K = Event::Kind::CopyWait;
  Commit.IsInFront = Wait.IsInFront = true;
  return {Commit, Wait};
}

Events eventsOfBarrierObject(const ptx::Instruction &I,
                             const ptx::DataFlow &State) {
  auto At = find_if(I.Operands, [](const ptx::Operand &O) {
    return O.is(ptx::Operand::Kind::Address);
  });
  auto How = descriptor(I);
  if (!How || At == I.Operands.end())
    return {};
  Event E;
  E.To.Space = spaceOf(I);
  E.To.Address.Known = State.address(*At, E.To.Space);
  E.To.Space = E.To.Address.Known->From.value_or(E.To.Space);
  E.Bytes = Quantity::constant(8);
  E.How = *How;
  E.When = State.guard(I.Guard);
  Events All = I.Opcode == "cp" ? copiesDone() : Events();
  All.push_back(std::move(E));
  return All;
}

} // namespace racemap::instrument
