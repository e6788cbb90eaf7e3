// StateName - see StateName.h.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/fsm/model/StateName.h"
#include "runtime/fsm/model/Hierarchy.h"

namespace racemap::fsm {

namespace {

/// The widest distance from which an operation may join without a barrier.
Scope guard(const Table &T, unsigned State, Operation Op) {
  Scope Result = Scope::Thread;
  for (Scope S : {Scope::Warp, Scope::Block, Scope::Cluster, Scope::Grid})
    if (!T.at(State, {Op, S, Scope::Thread}).races())
      Result = S;
  return Result;
}

/// The narrowest barrier after which the last accessor may write.
Scope breadth(const Table &T, unsigned State) {
  for (Scope S : {Scope::Thread, Scope::Warp, Scope::Block, Scope::Cluster})
    if (!T.at(State, {Operation::Write, Scope::Thread, S}).races())
      return S;
  return Scope::Grid;
}

} // namespace

StateName StateName::of(const Table &T, unsigned State) {
  if (State == 0)
    return {Kind::Untouched, Scope::Grid, Scope::Thread};
  Scope Readers = guard(T, State, Operation::Read);
  if (Readers != Scope::Thread)
    return {Kind::Read, Readers, breadth(T, State)};
  Scope Atomics = guard(T, State, Operation::AtomicGrid);
  if (Atomics != Scope::Thread)
    return {Kind::Atomic, Atomics, breadth(T, State)};
  return {Kind::Written, Scope::Thread, breadth(T, State)};
}

std::string StateName::text() const {
  if (TheKind == Kind::Untouched)
    return "untouched";
  if (TheKind == Kind::Written)
    return "written";
  std::string Text = TheKind == Kind::Read ? "read by " : "atomics of ";
  Text += std::string("a ") + name(Breadth);
  if (Guard != Breadth)
    Text += Guard == Scope::Grid ? ", open to all"
                                 : std::string(", open to its ") + name(Guard);
  return Text;
}

} // namespace racemap::fsm
