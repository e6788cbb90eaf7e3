// Region - the body of a loop, or of the kernel, as an acyclic graph.
//
// The nodes are the blocks that belong to the loop itself and, each as one
// node, the loops directly inside. Back edges end the body; edges out of the
// loop leave it. Both are no edges of the graph. A node is named by its first
// block (a loop by its header).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_KERNEL_REGION_H
#define RACEMAP_PASSES_LIFT_KERNEL_REGION_H

#include "passes/lift/kernel/Kernel.h"
#include "llvm/ADT/MapVector.h"

namespace racemap::lift {

/// A branch of the control flow graph from one node's blocks.
struct Edge {
  const llvm::BasicBlock *From, *To;
  bool operator==(const Edge &) const = default;
};

class Region {
public:
  using Block = const llvm::BasicBlock *;

  struct Node {
    Block First = nullptr;
    const llvm::Loop *Inner = nullptr;    ///< null for a block
    unsigned Order = 0;                   ///< topological
    Block Dominator = nullptr;            ///< null for the region's entry
    llvm::SmallVector<Block, 4> Children; ///< dominated directly, in order
    llvm::SmallVector<Edge, 4> Out;       ///< within the region
    llvm::SmallVector<Edge, 4> In;
    llvm::SmallVector<Edge, 2> Leaving; ///< out of the region's loop
    bool Ends = false;                  ///< reaches the end of the body
    bool Certain = false; ///< reached from Dominator, unless a node that
                          ///< precedes it in the order has left
  };

  /// L is null for the whole kernel.
  Region(const Kernel &K, const llvm::Loop *L);

  Block entry() const { return Order.front(); }
  const llvm::Loop *loop() const { return L; }
  const Node &operator[](Block First) const {
    return Nodes.find(First)->second;
  }
  /// The node that contains B.
  Block nodeOf(Block B) const;
  /// In topological order.
  llvm::ArrayRef<Block> order() const { return Order; }
  /// The leaving edges of all nodes in topological order, without those that
  /// only return from the kernel.
  llvm::SmallVector<Edge, 4> exits() const;

  /// Nothing happens from here to the end of the kernel.
  static bool onlyReturns(Block B);

private:
  void discover(Block First);
  void order(Block First);
  void addEdges(Node &N);
  void addEdge(Node &N, Edge E);
  void link();
  bool isDoomed(Block First);
  bool isCertain(const Node &N) const;

  const Kernel &K;
  const llvm::Loop *L;
  llvm::DenseMap<Block, Node> Nodes;
  llvm::SmallVector<Block, 16> Order;
  llvm::DenseMap<Block, bool> Doomed;
  llvm::DenseSet<Block> Ordered;
};

} // namespace racemap::lift

#endif
