// HostCode - where an address of the host's code is in its source.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_HOSTCODE_H
#define RACEMAP_RUNTIME_CPU_MONITOR_HOSTCODE_H

#include "runtime/host/ModuleInfo.h"

namespace racemap::cpu {

/// The frames of the call that returns to Return, inlined ones first; the name
/// of the function alone without debug information, nothing for null.
std::vector<host::Frame> hostFrames(const void *Return);

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_HOSTCODE_H
