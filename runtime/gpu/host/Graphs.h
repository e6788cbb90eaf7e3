// Graphs - the kernels of executable graphs.
//
// In a graph, the launch of a kernel says that nothing is monitored. In front
// of each cudaGraphLaunch, every kernel of the executable graph gets a launch
// of its own, which leaves runs that are under way as they are; behind it, that
// which is not monitored again. So a graph that somebody else launches, who
// does not know of this, makes up no race.
//
// Nodes are named by those of the graph that the executable one was made from.
// If the program destroys that, it is kept until nobody needs it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_GPU_HOST_GRAPHS_H
#define RACEMAP_RUNTIME_GPU_HOST_GRAPHS_H

#include "runtime/gpu/host/Arguments.h"
#include "runtime/gpu/host/Runtime.h"

#include <optional>

namespace racemap::gpu {

class Graphs {
public:
  static Graphs &get();

  /// An executable graph has been made.
  void made(cudaGraphExec_t E, cudaGraph_t From);
  /// The program has changed one of its kernels.
  void changed(cudaGraphExec_t E, cudaGraphNode_t Node,
               const cudaKernelNodeParams &P);
  /// All its nodes are others now: its kernels are not monitored from then on.
  void updated(cudaGraphExec_t E);
  /// It is no more.
  void forget(cudaGraphExec_t E);
  void removed(cudaGraphNode_t Node);
  /// True: the graph is still needed, and destroyed later.
  bool keeps(cudaGraph_t Graph);

  /// The device is about to be reset: no graph is left.
  void reset();

  /// Around cudaGraphLaunch.
  void beforeLaunch(cudaGraphExec_t E, cudaStream_t On);
  void afterLaunch(cudaGraphExec_t E);

private:
  struct Kernel {
    cudaGraphNode_t Node;
    Request Asked;
    /// None if it takes no launch.
    std::optional<Arguments> Values;
    bool IsMonitored = false;
    /// It is another than it was, and nobody knows which.
    bool IsUnknown = false;
  };
  struct Executable {
    cudaGraph_t From;
    std::vector<Kernel> Kernels;
  };
  void addKernels(cudaGraph_t Of, std::vector<Kernel> &To);
  void addKernel(cudaGraphNode_t Node, std::vector<Kernel> &To);
  bool give(cudaGraphExec_t E, Kernel &K, Runtime::Prepared P);

  std::recursive_mutex Lock;
  std::map<cudaGraphExec_t, Executable> Executables;
  /// Graphs that executable ones were made from: how many, and whether the
  /// program has destroyed it.
  struct Source {
    unsigned Users = 0;
    bool IsDestroyed = false;
  };
  std::map<cudaGraph_t, Source> Sources;
};

} // namespace racemap::gpu

#endif // RACEMAP_RUNTIME_GPU_HOST_GRAPHS_H
