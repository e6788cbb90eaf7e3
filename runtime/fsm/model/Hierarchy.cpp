// Hierarchy - see Hierarchy.h.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/fsm/model/Hierarchy.h"
#include <cassert>

namespace racemap::fsm {

Hierarchy::Hierarchy(const Shape &S) {
  unsigned Grid = begin(Scope::Grid, 0);
  for (const auto &Blocks : S) {
    HasClusters |= Blocks.size() > 1;
    unsigned Cluster = begin(Scope::Cluster, Grid);
    for (const auto &Warps : Blocks) {
      unsigned Block = begin(Scope::Block, Cluster);
      for (unsigned Lanes : Warps) {
        unsigned Warp = begin(Scope::Warp, Block);
        for (unsigned T = 0; T != Lanes; ++T) {
          Threads.push_back(begin(Scope::Thread, Warp));
          finish(Threads.back());
        }
        finish(Warp);
      }
      finish(Block);
    }
    finish(Cluster);
  }
  finish(Grid);
  assert(size() <= MaxGroups && "a launch that is too large");
  for (unsigned Group = 0; Group != size(); ++Group)
    for (unsigned Other = 0; Other != size(); ++Other) {
      Relations.push_back(scope(common(Group, Other)));
      Groups[Group].HasTwin |= isTwin(Group, Other);
    }
}

/// The smallest group that has both in it.
unsigned Hierarchy::common(unsigned Group, unsigned Other) const {
  while (!contains(Group, Other))
    Group = parent(Group);
  return Group;
}

unsigned Hierarchy::begin(Scope S, unsigned Parent) {
  Groups.push_back({S, Parent});
  return size() - 1;
}

Hierarchy Hierarchy::uniform(unsigned Clusters, unsigned Blocks, unsigned Warps,
                             unsigned Threads) {
  std::vector<unsigned> Block(Warps, Threads);
  std::vector<std::vector<unsigned>> Cluster(Blocks, Block);
  return Hierarchy(Shape(Clusters, Cluster));
}

/// Two groups that have the same scopes one after the other are built alike.
bool Hierarchy::isTwin(unsigned Group, unsigned Sibling) const {
  unsigned Size = end(Group) - Group;
  if (Sibling != end(Group) || end(Sibling) - Sibling != Size)
    return false;
  for (unsigned I = 0; I != Size; ++I)
    if (scope(Group + I) != scope(Sibling + I))
      return false;
  return true;
}

std::vector<unsigned> Hierarchy::barriers() const {
  std::vector<unsigned> Result;
  for (unsigned G = 0; G != size(); ++G)
    if (scope(G) != Scope::Thread &&
        (scope(G) != Scope::Cluster || HasClusters))
      Result.push_back(G);
  return Result;
}

std::vector<Operation> Hierarchy::operations() const {
  std::vector<Operation> Result;
  for (unsigned O = 0; O != NumOperations; ++O)
    if (Operation(O) != Operation::AtomicCluster || HasClusters)
      Result.push_back(Operation(O));
  return Result;
}

std::string Hierarchy::name(unsigned Group) const {
  unsigned Number = 0; // of the first thread in the group
  while (Threads[Number] < Group)
    ++Number;
  std::string First = "T" + std::to_string(Number);
  return scope(Group) == Scope::Thread
             ? First
             : fsm::name(scope(Group)) + (" of " + First);
}

const char *name(Scope S) {
  switch (S) {
  case Scope::Thread:
    return "thread";
  case Scope::Warp:
    return "warp";
  case Scope::Block:
    return "block";
  case Scope::Cluster:
    return "cluster";
  case Scope::Grid:
    return "grid";
  }
  return "";
}

const char *name(Operation Op) {
  switch (Op) {
  case Operation::Read:
    return "read";
  case Operation::Write:
    return "write";
  case Operation::AtomicBlock:
    return "block atomic";
  case Operation::AtomicCluster:
    return "cluster atomic";
  case Operation::AtomicGrid:
    return "grid atomic";
  }
  return "";
}

} // namespace racemap::fsm
