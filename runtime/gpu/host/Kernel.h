// Kernel - what is known of a kernel that is launched: its text in the module,
// its shared memory, its clusters.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_GPU_HOST_KERNEL_H
#define RACEMAP_RUNTIME_GPU_HOST_KERNEL_H

#include "runtime/host/ModuleInfo.h"

#include <cuda_runtime_api.h>

namespace racemap::gpu {

struct Kernel {
  const void *Function = nullptr;         ///< as it is launched
  const host::KernelInfo *Info = nullptr; ///< null: not instrumented
  std::string Mangled, Name; ///< as the module has it, and demangled
  unsigned Number = 0;       ///< among those launched so far
  unsigned StaticShared = 0; ///< bytes
  unsigned MostThreads = 0;  ///< of a block
  dim3 Cluster{1, 1, 1};     ///< __cluster_dims__

  bool takesLaunch() const { return Info && Info->TakesLaunch; }
};

/// A launch as the program asks for it.
struct Request {
  const void *Function = nullptr;
  dim3 Grid, Block, Cluster{1, 1, 1};
  size_t DynamicShared = 0;
  bool IsCooperative = false;
  bool IsInGraph = false;
  /// Pointers to the arguments; null in a graph, and if there are none.
  const void *const *Arguments = nullptr;
};

} // namespace racemap::gpu

#endif // RACEMAP_RUNTIME_GPU_HOST_KERNEL_H
