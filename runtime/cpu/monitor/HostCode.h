// HostCode - where an address of the host's code is in its source.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_HOSTCODE_H
#define RACEMAP_RUNTIME_CPU_MONITOR_HOSTCODE_H

#include "runtime/cpu/CallPlace.h"
#include "runtime/host/ModuleInfo.h"

namespace racemap::cpu {

/// The frames of a call, inlined ones first; the name of the function alone
/// without debug information. What is above main is left out.
std::vector<host::Frame> hostFrames(const CallPlace &Place);

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_HOSTCODE_H
