// Functions - kernels: what a program sets for them, and what fits.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_API_FUNCTIONS_H
#define RACEMAP_RUNTIME_CPU_API_FUNCTIONS_H

#include "runtime/cpu/Engine.h"

namespace racemap::cpu::api {

/// Dynamic shared memory that a launch may ask for.
size_t maxDynamicShared(const void *Function,
                        const engine::KernelAttributes &A);

/// Blocks of the kernel that a multiprocessor takes at once.
cudaError_t blocksPerMultiprocessor(const void *Function, int BlockSize,
                                    size_t DynamicShared, int &Blocks);

} // namespace racemap::cpu::api

#endif // RACEMAP_RUNTIME_CPU_API_FUNCTIONS_H
