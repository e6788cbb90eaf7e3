// Graph - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/api/Graph.h"

#include <algorithm>
#include <set>

using racemap::cpu::api::Work;

CUgraphNode_st *CUgraph_st::add(Work W, std::vector<CUgraphNode_st *> After) {
  Nodes.push_back(std::make_unique<CUgraphNode_st>());
  *Nodes.back() = {this, std::move(W), std::move(After)};
  return Nodes.back().get();
}

bool CUgraph_st::has(const CUgraphNode_st *Node) const {
  return std::any_of(Nodes.begin(), Nodes.end(),
                     [&](const auto &N) { return N.get() == Node; });
}

std::vector<CUgraphNode_st *> CUgraph_st::ordered() const {
  std::vector<CUgraphNode_st *> Order;
  std::set<const CUgraphNode_st *> Done;
  auto IsReady = [&](const CUgraphNode_st &N) {
    return std::all_of(N.After.begin(), N.After.end(),
                       [&](auto *Before) { return Done.count(Before) != 0; });
  };
  while (Order.size() < Nodes.size()) {
    size_t Before = Order.size();
    for (const auto &N : Nodes)
      if (!Done.count(N.get()) && IsReady(*N)) {
        Done.insert(N.get());
        Order.push_back(N.get());
      }
    if (Order.size() == Before)
      return {};
  }
  return Order;
}
