// Touches - accesses in launches in which threads are ordered by more than
// barriers of whole groups: what the histories of words and threads make of
// them.
//
// An atomic or volatile access is announced and then performed; what it has
// read or told is known only afterwards. The history of the word that it begins
// in is held from the one to the other, so that words change in the order in
// which their histories say that they do, whichever worker is faster. A thread
// holds one such word at a time, and none while other threads of its worker run
// or when it ends (runtime/cpu/Section.h). An access to memory that is nobody's
// is its thread's last: that is noticed before the word is held.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_TOUCHES_H
#define RACEMAP_RUNTIME_CPU_MONITOR_TOUCHES_H

#include "runtime/cpu/monitor/Reporter.h"
#include "runtime/cpu/monitor/WordHistory.h"

namespace racemap::cpu {

/// A plain access, to memory that is monitored.
void touch(const Attempt &A, uint64_t Bytes, device::Descriptor D);
/// A strong access that is about to be performed.
void announce(const Attempt &A, uint64_t Bytes, device::Descriptor D);
/// The access that has been announced has been performed; Became says what it
/// was in the end.
void performed(const Thread &T, device::Descriptor Became);
/// The thread gives way to others, or ends: an access that has been announced
/// counts as performed.
void letGo(const Thread &T);
/// An error ends the thread: an access that has been announced never happens.
void forgetAnnounced(const Thread &T);

void fence(Thread &T, fsm::Scope S, device::Order O);
/// One side of an asynchronous copy.
void beginCopy(const Attempt &A, uint64_t Bytes, fsm::Operation Op);
/// What is in flight when the thread passes a barrier of the grid, after which
/// histories of global memory begin anew, still is.
void carryCopies(const Thread &T);
/// For all groups of copies but the last so many.
void waitForCopies(Thread &T, unsigned Pending);
/// The thread's next access.
Event eventOf(const Thread &T);

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_TOUCHES_H
