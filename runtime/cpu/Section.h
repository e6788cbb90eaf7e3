// Section - the runtime's own work in a kernel's thread, and who may hold what
// when a thread, a block or a launch ends.
//
// A thread that ends by an error is left as it stands: nothing that is on its
// stack is destroyed. A lock that it held would be held for ever, and the next
// who wants it would hang, in this launch or in a later one. Therefore:
//
// * A thread waits in BlockRun::leave(). It ends where its code returns, where
//   it exits, or in failLaunch(), whoever has noticed the error. There, nobody
//   holds a lock of the runtime. When a launch has failed, the other workers
//   go on to one of these places; then they end all that waits (Worker).
// * A thread keeps one lock while its own code runs: the word of the atomic
//   access that it has announced (monitor/Touches). Whether the access is legal
//   is decided before the word is taken. The thread lets go of the word when it
//   gives way or ends; failLaunch() does it for who could not.
// * Work that takes a lock or allocates memory is done in a Section. Nothing
//   that a kernel does may interrupt it: it does not begin without enough of
//   the stack left, and of what the kernel's pointers lead to it reads only
//   what has been found to be in the arena (monitor/SameValue). So a signal in
//   a section is a bug of RaceMap's. It ends the process with a line that says
//   so, for nobody knows what is held (Signals).
// * Who holds a word takes words at higher addresses only. Who holds any other
//   lock takes none that leads back to it: the order is GridRun's lock, words,
//   then the monitor's tables, the log, registered memory and the arena.
//
// Threads of kernels take these other locks, in a Section. The function that
// takes one releases it; until then it neither ends the thread nor lets others
// run:
//
// * GridRun: who comes to the grid's barrier, ends, or fails, and workers.
//   failLaunch() has released it when it ends the thread.
// * DeviceLaunches: who puts a launch, a copy or a fill into a stream.
// * Arena: malloc() and free() of device code; who looks for an allocation.
// * api/HostMemory: who looks for registered memory, to access it or to report.
// * Entries of Witnesses: who takes over a cell or finds a race. As a SpinLock
//   it is counted: a thread that ended with it would be noticed (Monitor).
// * monitor/Pool: who needs a history, a note or cells when a chunk is full.
// * ClusterBarriers: who arrives at a barrier of its cluster, or has waited.
// * Recorder, Statistics, Transitions: each access, if they are asked for.
// * Process::Lock: workers, when a block begins and ends, and a fiber that runs
//   all threads of one, between two blocks.
// * host::Log and HostCode: who reports.
//
// These they never take:
//
// * Pool::Launching: the host's thread, for all of a launch. Threads of kernels
//   run on stacks of their own: however they end, Pool::run() returns. And
//   while the process is copied, with the log's lock, that of registered memory
//   and the arena's: nobody has one that the copy could never get (Orders).
// * Pool::Lock: workers, when a launch begins and ends.
// * The table of monitor/LaunchNotes' places, and under it HostCode's lock: the
//   host's thread, when a launch begins.
// * Engine's Loading, Registry: the host's threads, before a launch.
// * The others of api/: the host's threads. What device code calls there takes
//   none (library/DeviceRuntime).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_SECTION_H
#define RACEMAP_RUNTIME_CPU_SECTION_H

#include "runtime/cpu/Context.h"
#include "runtime/cpu/Stacks.h"

namespace racemap::cpu {

/// Ends the thread by a stack overflow if it has too little of its stack left
/// for the runtime's work.
inline void needStack(const Context &C) {
  auto *Here = static_cast<const char *>(__builtin_frame_address(0));
  if (Here - C.T->StackLow >= ptrdiff_t(Stacks::ReserveBytes))
    return;
  // As if the work had been begun and had used up the rest.
  *const_cast<volatile char *>(C.T->StackLow - 1) = 0;
  __builtin_trap();
}

/// While this lives, the runtime works. Nothing outside of kernels.
class Section {
public:
  Section() : Of(Current) {
    if (!Of)
      return;
    // What is in another one has its share of that one's stack.
    if (Of->Sections == 0)
      needStack(*Of);
    ++Of->Sections;
  }
  ~Section() {
    if (Of)
      --Of->Sections;
  }
  Section(const Section &) = delete;
  Section &operator=(const Section &) = delete;

private:
  /// Others may run before the end of the section.
  Context *const Of;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_SECTION_H
