// Transitions - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/Transitions.h"

#include <algorithm>

namespace racemap::cpu {

using fsm::Operation;
using fsm::Scope;

/// Does whatever conflicts with B also conflict with A, at any distance?
static bool covers(Operation A, Operation B) {
  for (unsigned Op = 0; Op < fsm::NumOperations; ++Op)
    for (unsigned S = 0; S < fsm::NumScopes; ++S)
      if (fsm::conflict(B, Operation(Op), Scope(S)) &&
          !fsm::conflict(A, Operation(Op), Scope(S)))
        return false;
  return true;
}

/// Has a group of this scope that both are in passed no barrier, nor a wider
/// one? Threads of a group have passed as many as each other.
static bool isSameInterval(const Thread &A, const Thread &B, Scope Group) {
  switch (Group) {
  case Scope::Thread:
  case Scope::Warp:
    if (A.WarpClock != B.WarpClock)
      return false;
    [[fallthrough]];
  case Scope::Block:
    if (A.BlockClock != B.BlockClock)
      return false;
    [[fallthrough]];
  case Scope::Cluster:
    if (A.ClusterClock != B.ClusterClock)
      return false;
    [[fallthrough]];
  case Scope::Grid:
    return A.GridClock == B.GridClock;
  }
  return false;
}

void Transitions::begin(unsigned Size) {
  ClusterSize = Size;
  Words.clear();
}

Scope Transitions::between(const Past &A, const Thread &B,
                           uint64_t Rank) const {
  if (A.Rank / ClusterSize != Rank / ClusterSize)
    return Scope::Grid;
  if (A.Rank != Rank)
    return Scope::Cluster;
  if (A.When.Index == B.Index)
    return Scope::Thread;
  return A.When.warp() == B.warp() ? Scope::Warp : Scope::Block;
}

bool Transitions::isCoveredWithin(Scope Group, const std::vector<Past> &Earlier,
                                  const Newcomer &Now) const {
  const Past *One = nullptr;
  for (const Past &P : Earlier) {
    if (between(P, Now.T, Now.Rank) > Group || !covers(P.Op, Now.Op) ||
        !isSameInterval(P.When, Now.T, Group))
      continue;
    if (!One)
      One = &P;
    if (between(*One, P.When, P.Rank) == Group)
      return true;
  }
  return false;
}

bool Transitions::isCovered(const std::vector<Past> &Earlier,
                            const Newcomer &Now) const {
  for (unsigned S = 0; S < fsm::NumScopes; ++S)
    if (isCoveredWithin(Scope(S), Earlier, Now))
      return true;
  return false;
}

bool Transitions::access(const Thread &T, uint64_t Rank, uint64_t Address,
                         Operation Op, bool IsShared) {
  std::lock_guard<std::mutex> Guard(Lock);
  std::vector<Past> &Earlier = Words[Address];
  // Blocks have their shared memory one after the other.
  if (IsShared)
    std::erase_if(Earlier, [&](const Past &P) {
      return P.Rank / ClusterSize != Rank / ClusterSize;
    });
  if (isCovered(Earlier, {T, Rank, Op}))
    return false;
  // Nobody is left who could race with what a barrier of all has ended.
  Scope All = !IsShared          ? Scope::Grid
              : ClusterSize == 1 ? Scope::Block
                                 : Scope::Cluster;
  std::erase_if(Earlier,
                [&](const Past &P) { return !isSameInterval(P.When, T, All); });
  Earlier.push_back({T, Rank, Op});
  return true;
}

} // namespace racemap::cpu
