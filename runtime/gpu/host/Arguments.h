// Arguments - what a kernel is launched with, and its gpu::Launch behind it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_GPU_HOST_ARGUMENTS_H
#define RACEMAP_RUNTIME_GPU_HOST_ARGUMENTS_H

#include "runtime/gpu/Launch.h"
#include "runtime/host/ModuleInfo.h"

#include <vector>

namespace racemap::gpu {

/// Copies of the arguments.
class Arguments {
public:
  /// Either Pointers, one for each parameter, or Extra: the values one behind
  /// the other, in the driver's words (CU_LAUNCH_PARAM_BUFFER_POINTER).
  Arguments(const host::KernelInfo &Of, void *const *Pointers,
            void *const *Extra);

  /// One pointer for each parameter and one for the launch, as long as both
  /// live.
  std::vector<void *> with(Launch &L);

private:
  std::vector<host::Parameter> Parameters;
  std::vector<char> Values; ///< each where its parameter says
};

} // namespace racemap::gpu

#endif // RACEMAP_RUNTIME_GPU_HOST_ARGUMENTS_H
