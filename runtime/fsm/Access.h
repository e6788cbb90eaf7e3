// Access - what a thread does to a monitored word, and how far it is from
// another thread: the letters that the state machine reads.
//
// Plain integers without the standard library: this header is compiled for the
// GPU, too.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_FSM_ACCESS_H
#define RACEMAP_RUNTIME_FSM_ACCESS_H

namespace racemap::fsm {

/// The levels of the thread hierarchy, from inside out. A group of a scope is
/// made of groups of the scope before it.
enum class Scope : unsigned char { Thread, Warp, Block, Cluster, Grid };
inline constexpr unsigned NumScopes = 5;

/// What an access does. An atomic one reads and writes, and is atomic for the
/// threads of its own group of the scope; scope `system` counts as the grid.
enum class Operation : unsigned char {
  Read,
  Write,
  AtomicBlock,
  AtomicCluster,
  AtomicGrid
};
inline constexpr unsigned NumOperations = 5;

constexpr bool isAtomic(Operation Op) { return Op >= Operation::AtomicBlock; }

/// The scope for whose threads an operation is atomic.
constexpr Scope atomicScope(Operation Op) {
  switch (Op) {
  case Operation::Read:
  case Operation::Write:
    return Scope::Thread;
  case Operation::AtomicBlock:
    return Scope::Block;
  case Operation::AtomicCluster:
    return Scope::Cluster;
  case Operation::AtomicGrid:
    return Scope::Grid;
  }
  return Scope::Thread;
}

/// Do two accesses race if nothing orders them? Between is the scope of the
/// smallest group that has both threads.
constexpr bool conflict(Operation A, Operation B, Scope Between) {
  if (A == Operation::Read && B == Operation::Read)
    return false;
  if (isAtomic(A) && isAtomic(B))
    return Between > atomicScope(A) || Between > atomicScope(B);
  return Between != Scope::Thread;
}

} // namespace racemap::fsm

#endif // RACEMAP_RUNTIME_FSM_ACCESS_H
