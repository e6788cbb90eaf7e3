// Relation - how the two threads of a query are related.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INTERVALS_RELATION_H
#define RACEMAP_PASSES_INTERVALS_RELATION_H

#include "passes/map/Protocol.h"

namespace racemap::intervals {

/// Two different threads that share the named group and no smaller one,
/// except that SameBlock includes pairs of one warp when a kernel has no
/// barrier of warp scope (nothing tells the two apart then). OneThread: a
/// thread beside its own asynchronous accesses.
struct Relation {
  enum Kind : uint8_t { OneThread, SameWarp, SameBlock, DifferentBlock };
  Kind TheKind = SameBlock;
  /// SameWarp: the parties that both threads are in, one bit each; nothing if
  /// they are in any.
  std::optional<uint32_t> Parties;

  /// DifferentBlock: whether the blocks are of one cluster; nothing if either.
  std::optional<bool> OneCluster;

  Relation(Kind K, std::optional<uint32_t> Parties = std::nullopt)
      : TheKind(K), Parties(Parties) {}
  operator Kind() const { return TheKind; }
};

/// The group that both threads are in.
inline map::Scope commonScope(Relation R) {
  switch (R) {
  case Relation::OneThread:
    return map::Scope::Thread;
  case Relation::SameWarp:
    return map::Scope::Warp;
  case Relation::SameBlock:
    return map::Scope::Block;
  case Relation::DifferentBlock:
    return map::Scope::Grid;
  }
  llvm_unreachable("all relations are handled");
}

/// Are two threads so related both of the group of this scope that one is in?
inline bool covers(map::Scope S, Relation R) {
  bool IsOneCluster = R == Relation::DifferentBlock && R.OneCluster == true;
  return S >= (IsOneCluster ? map::Scope::Cluster : commonScope(R));
}

/// Do the two race on a byte that both access, if nothing orders them?
inline bool conflict(const map::Access &A, const map::Access &B, Relation R) {
  if (!A.writes() && !B.writes())
    return false;
  return !A.isAtomic() || !B.isAtomic() || !covers(A.AtomicScope, R) ||
         !covers(B.AtomicScope, R);
}

} // namespace racemap::intervals

#endif
