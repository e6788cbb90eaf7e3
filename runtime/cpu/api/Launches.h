// Launches - kernels, done now or recorded.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_API_LAUNCHES_H
#define RACEMAP_RUNTIME_CPU_API_LAUNCHES_H

#include "runtime/cpu/Engine.h"
#include "runtime/cpu/api/Graph.h"

namespace racemap::cpu::api {

/// Checks the configuration and runs the kernel, or records it if the stream is
/// captured.
cudaError_t launch(const engine::LaunchRequest &R, cudaStream_t S);

/// A launch with copies of its arguments, for later.
Work kernelWork(engine::LaunchRequest R);

} // namespace racemap::cpu::api

#endif // RACEMAP_RUNTIME_CPU_API_LAUNCHES_H
