// Hierarchy - the threads of a small launch and the groups they are in.
//
// Groups are numbered in preorder: the grid is 0, a group comes before what it
// is made of, and a subtree is a range of numbers. A thread is a group without
// others in it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_FSM_MODEL_HIERARCHY_H
#define RACEMAP_RUNTIME_FSM_MODEL_HIERARCHY_H

#include "runtime/fsm/Access.h"
#include <string>
#include <vector>

namespace racemap::fsm {

class Hierarchy {
public:
  static constexpr unsigned MaxGroups = 64;

  /// The number of threads in each warp of each block of each cluster.
  using Shape = std::vector<std::vector<std::vector<unsigned>>>;

  /// At most MaxGroups groups in all, and no group is empty.
  explicit Hierarchy(const Shape &S);
  /// As many clusters, each of as many blocks, and so on.
  static Hierarchy uniform(unsigned Clusters, unsigned Blocks, unsigned Warps,
                           unsigned Threads);

  unsigned size() const { return static_cast<unsigned>(Groups.size()); }
  Scope scope(unsigned Group) const { return Groups[Group].TheScope; }
  unsigned parent(unsigned Group) const { return Groups[Group].Parent; }
  /// One past the last group of the subtree.
  unsigned end(unsigned Group) const { return Groups[Group].End; }
  bool contains(unsigned Group, unsigned Other) const {
    return Group <= Other && Other < end(Group);
  }
  const std::vector<unsigned> &threads() const { return Threads; }

  /// The scope of the smallest group that has both in it.
  Scope relation(unsigned Group, unsigned Other) const {
    return Relations[Group * size() + Other];
  }
  /// Is there a sibling right behind the group that could take its place, with
  /// the same groups in it?
  bool hasTwin(unsigned Group) const { return Groups[Group].HasTwin; }

  /// Without clusters, every block is a cluster of its own.
  bool hasClusters() const { return HasClusters; }
  /// The groups that have a barrier.
  std::vector<unsigned> barriers() const;
  /// What a thread can do to the word.
  std::vector<Operation> operations() const;

  /// For example "T3", or "warp of T2" by the first thread in it.
  std::string name(unsigned Group) const;

private:
  struct Node {
    Scope TheScope;
    unsigned Parent;
    unsigned End = 0;
    bool HasTwin = false;
  };

  unsigned begin(Scope S, unsigned Parent);
  void finish(unsigned Group) { Groups[Group].End = size(); }

  bool isTwin(unsigned Group, unsigned Sibling) const;
  unsigned common(unsigned Group, unsigned Other) const;

  std::vector<Node> Groups;
  std::vector<Scope> Relations; ///< by pair of groups
  std::vector<unsigned> Threads;
  bool HasClusters = false;
};

/// "thread", "warp", "block", "cluster" or "grid".
const char *name(Scope S);
/// For example "read" or "block atomic".
const char *name(Operation Op);

} // namespace racemap::fsm

#endif // RACEMAP_RUNTIME_FSM_MODEL_HIERARCHY_H
