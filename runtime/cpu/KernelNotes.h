// KernelNotes - what a kernel's declaration says of its launches.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_KERNELNOTES_H
#define RACEMAP_RUNTIME_CPU_KERNELNOTES_H

#include "runtime/cpu/Thread.h"

#include "llvm/IR/Function.h"

namespace racemap::cpu {

/// What __launch_bounds__ allows.
unsigned maxThreads(const llvm::Function &Kernel);
/// __cluster_dims__; 1 each without.
Dim3 clusterDims(const llvm::Function &Kernel);

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_KERNELNOTES_H
