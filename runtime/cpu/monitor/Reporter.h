// Reporter - findings of the CPU device, with what only it knows: who the other
// party was, what memory it is, and the host's code.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_REPORTER_H
#define RACEMAP_RUNTIME_CPU_MONITOR_REPORTER_H

#include "runtime/cpu/Monitor.h"
#include "runtime/cpu/monitor/LaunchState.h"
#include "runtime/cpu/monitor/SameValue.h"
#include "runtime/cpu/monitor/Words.h"
#include "runtime/host/Log.h"

namespace racemap::cpu {

/// The access that a thread is about to make.
struct Attempt {
  const Thread *T = nullptr;
  uint64_t Address = 0;
  unsigned Site = 0;
  /// What it stores; null if that is not known or it is no store.
  const StoredValue *Stored = nullptr;
  /// A store that was announced has found its own value.
  bool HasFoundItsValue = false;
};

/// The other side of a race, as far as it is known.
struct OtherParty {
  std::optional<uint64_t> Rank; ///< of its block
  unsigned Thread = 0;
  unsigned Site = ~0u;
  fsm::Scope Between = fsm::Scope::Grid;
  bool IsStore = false;
  /// Both accesses store what the same expression gives to all threads.
  bool StoresOneValue = false;
  /// If it is not known: the sites that it may have been.
  std::vector<unsigned> OneOf = {};
};

class Reporter {
public:
  explicit Reporter(host::Log &Log) : Log(Log) {}

  void race(const LaunchState &S, const Attempt &A, const OtherParty &Other);
  /// The access ends its launch.
  void outOfBounds(const LaunchState &S, const Attempt &A, uint64_t Bytes);
  /// It is in memory that the program has, but not in its own array. The thread
  /// goes on.
  void stray(const LaunchState &S, const Attempt &A, uint64_t Bytes);
  void stuck(const Launch &L, const std::vector<WaitingThread> &Threads);
  /// One finding for each two places.
  void waitedElsewhere(const Launch &L,
                       const std::vector<WaitingThread> &Threads);
  /// Once for each place.
  void outsideItsMask(const Launch &L, const WaitingThread &Lane);
  void warn(const std::string &Text) { Log.warn(Text); }

private:
  void outside(const LaunchState &S, const Attempt &A, uint64_t Bytes,
               const std::string &What);

  void waitedElsewhere(const Launch &L, const host::Participant &A,
                       const host::Participant &B, fsm::Scope Group);

  host::Log &Log;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_REPORTER_H
