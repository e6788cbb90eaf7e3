// GraphMemory - memory that graphs allocate and free.
//
// An allocation has one address for as long as a graph has its node: it is made
// with the node, and running the node says that the program has it now. It goes
// when no graph has the node any more and what was allocated last has been
// freed, by a node or by cudaFree.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_API_GRAPHMEMORY_H
#define RACEMAP_RUNTIME_CPU_API_GRAPHMEMORY_H

#include "runtime/cpu/api/Graph.h"

#include <optional>

namespace racemap::cpu::api {

/// A node that allocates. Nothing if there is no memory.
std::optional<Work> allocation(size_t Bytes, const CallPlace &HostPlace,
                               void *&Address);

/// A node that frees what a graph or the program has allocated. Nothing if this
/// is no allocation.
std::optional<Work> release(void *Address);

/// Takes note that the program frees this: true if it is a graph's.
bool releaseGraphMemory(void *Address);

} // namespace racemap::cpu::api

#endif // RACEMAP_RUNTIME_CPU_API_GRAPHMEMORY_H
