// Monitor - what the engine tells the part that finds races.
//
// The engine calls these where things happen; what instrumented code calls is
// in runtime/device/Abi.h. A program without instrumentation calls none of the
// latter, and these then cost next to nothing.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_H
#define RACEMAP_RUNTIME_CPU_MONITOR_H

#include "runtime/cpu/Thread.h"
#include "runtime/device/Succession.h"

#include <string>
#include <string_view>
#include <vector>

namespace racemap::host {
class Log;
} // namespace racemap::host

namespace racemap::cpu {

/// Where a thread waits or what it did, for a report: "__syncthreads", the
/// place in the source if the code has debug information.
struct WaitingThread {
  const Thread *T = nullptr;
  std::string At; ///< "barrier 0", "__shfl_sync mask 0x0000ffff", ...
  /// FILE:LINE:COLUMN, or null if that is not known.
  const char *Place = nullptr;
  /// Whom it waits for.
  fsm::Scope For = fsm::Scope::Block;
  unsigned Site = ~0u;
  /// It runs, but only waits in a loop for memory that nobody changes.
  bool IsSpinning = false;
};

namespace monitor {

/// A module with instrumented code was loaded: the text of its module info.
/// The result is added to each of its site numbers.
unsigned addModule(std::string_view ModuleInfo);
/// It is unloaded; First is what addModule() said.
void removeModule(unsigned First);
/// Of all modules so far.
unsigned numSites();
/// Are plain accesses at this site looked at?
bool isMonitored(unsigned Site);

/// Of the process.
host::Log &log();

/// What compiled code looks at; it changes between launches.
const device::Agreement &agreement();
const device::Succession &succession();

/// The program has launched a kernel that cannot be run, which is not its own
/// fault. Why has been told.
void launchFailed();
/// Which code the launch may run: the mangled name of the kernel's lean copy,
/// which needs the launch's Extents; or empty.
std::string leanCode(Launch &L, const void *const *Arguments);
void launchBegins(Launch &L);
void launchEnds(Launch &L);
/// Is something kept for each thread of a block of this launch?
bool needsHistories();
/// Before its first thread runs and after its last one; what the monitor needs
/// of memory for the block's threads is made and freed here. Of threads that
/// run one after the other on a fiber there is the first.
void blockBegins(Block &B, Thread *Threads, unsigned NumThreads);
void blockEnds(Block &B);

/// T is the next one of the threads that run on its fiber.
void isNext(Thread &T);

/// Is anything reported of this block?
bool isMonitored(const Block &B);

/// All of these threads have arrived and none has gone on: at a barrier of the
/// whole block, a warp barrier of these lanes, or a named barrier, to which
/// others may have come before without waiting.
void blockBarrier(Block &B);
void warpBarrier(Thread *const *Lanes, unsigned NumLanes);
void namedBarrier(Thread *const *Threads, unsigned NumThreads, unsigned Id);
/// All of these lanes of a warp, which advance together, have come to the same
/// access.
void keepStep(Thread *const *Lanes, unsigned NumLanes);
/// The thread comes to a named barrier and goes on (bar.arrive).
void namedArrival(Thread &T, unsigned Id);

/// Others run in the thread's place from now on, or it has ended.
void givesWay(Thread &T);

/// An error ends the thread: an access that it has announced never happens.
void breaksOff(Thread &T);

/// The thread has come to the barrier of its cluster, and goes on until it
/// waits there.
void clusterArrival(Thread &T);

/// Threads that can never go on: a barrier that not all threads reach, a warp
/// operation whose lanes do not come, or threads that wait for each other.
void stuck(const Launch &L, const std::vector<WaitingThread> &Threads);

/// All of these threads go on behind one barrier of their group, for which they
/// have waited at different places.
void waitedElsewhere(const Launch &L,
                     const std::vector<WaitingThread> &Threads);

/// The thread comes to an operation of a warp whose mask does not name it.
void outsideItsMask(const Launch &L, const WaitingThread &Lane);

} // namespace monitor
} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_H
