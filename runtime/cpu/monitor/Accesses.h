// Accesses - an access to memory, divided into words, and what each of them
// says about it.
//
// Accesses to the thread's own stack count for nothing; those to memory that
// the program does not have end the launch. What the words say is decided by
// the state machine (Words); or by their histories, in launches in which
// threads are ordered by more than barriers of whole groups.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_ACCESSES_H
#define RACEMAP_RUNTIME_CPU_MONITOR_ACCESSES_H

#include "runtime/cpu/monitor/Reporter.h"
#include "runtime/cpu/monitor/WordHistory.h"

namespace racemap::cpu {

void access(const Attempt &A, uint64_t Bytes, device::Descriptor D);

/// The rest is for threads that have a history.

/// A read has taken a value that others may have released.
void observe(const Attempt &A, device::Descriptor D);
void fence(Thread &T, fsm::Scope S, device::Order O);
/// One side of an asynchronous copy.
void beginCopy(const Attempt &A, uint64_t Bytes, fsm::Operation Op);
/// For all groups of copies but the last so many.
void waitForCopies(Thread &T, unsigned Pending);
/// The thread's next access.
Event eventOf(const Thread &T);

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_ACCESSES_H
