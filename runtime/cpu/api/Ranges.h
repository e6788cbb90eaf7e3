// Ranges - is this memory what a call may work on?
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_API_RANGES_H
#define RACEMAP_RUNTIME_CPU_API_RANGES_H

#include "runtime/cpu/Arena.h"

#include <driver_types.h>
#include <mutex>

namespace racemap::cpu::api {

/// The live allocation of the device, managed or pinned, that has P.
std::optional<Allocation> rangeOf(const void *P);

/// Bytes that begin at P are inside of one live allocation.
bool isRange(const void *P, size_t Bytes);

/// Host memory that was registered.
bool isRegistered(const void *P);

/// The address in the arena whose shadow is that of registered memory at P, and
/// back; P itself if there is none.
const void *standInOf(const void *P);
const void *originalOf(const void *StandIn);

/// No memory is registered as long as it is held.
std::unique_lock<std::mutex> holdRanges();

/// May a copy of this kind write To and read From? A side that is said to be
/// the device's has to be; what is in the arena has to be allocated.
cudaError_t checkCopy(const void *To, size_t ToBytes, const void *From,
                      size_t FromBytes, cudaMemcpyKind Kind);

} // namespace racemap::cpu::api

#endif // RACEMAP_RUNTIME_CPU_API_RANGES_H
