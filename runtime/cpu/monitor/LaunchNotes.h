// LaunchNotes - RACEMAP_OPTIONS=launches=1: what a launch gives its kernel.
//
// In:  a launch that is about to run, and its arguments.
// Out: its dimensions, the numbers among the arguments, and where pointers
//      lead, told to the log, which has each way of launching a kernel once.
//
// An address is not told: it is another one in the next run. A pointer is a
// place in an allocation; which of a launch's pointers lead to one allocation
// is all that is kept of it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_LAUNCHNOTES_H
#define RACEMAP_RUNTIME_CPU_MONITOR_LAUNCHNOTES_H

#include "runtime/cpu/DeviceModule.h"
#include "runtime/cpu/Thread.h"

namespace racemap::cpu {

/// Does nothing unless it is asked for.
void noteLaunch(const Launch &L, const CompiledKernel &K,
                void *const *Arguments);

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_LAUNCHNOTES_H
