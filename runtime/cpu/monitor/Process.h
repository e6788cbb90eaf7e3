// Process - what the monitor keeps for the whole process: modules, the log, the
// words of the launch that runs.
//
// One launch runs at a time. The end of the process writes the summary and
// decides the exit status.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_PROCESS_H
#define RACEMAP_RUNTIME_CPU_MONITOR_PROCESS_H

#include "runtime/cpu/monitor/Histories.h"
#include "runtime/cpu/monitor/Recorder.h"
#include "runtime/cpu/monitor/Reporter.h"
#include "runtime/cpu/monitor/SharedSlots.h"
#include "runtime/cpu/monitor/Statistics.h"

#include <atomic>
#include <map>
#include <mutex>
#include <span>

namespace racemap::cpu {

struct BlockHistory {
  uint64_t Rank = 0;
  /// Of the first block of its cluster.
  uint64_t FirstRank = 0;
  /// The block's own shared memory.
  uint64_t SharedBegin = 0, SharedBytes = 0;
  std::span<Thread> Threads;
  /// In global memory, and in shared memory.
  Counts Counted[2];
  /// One for each thread, and notes of their accesses, if they are ordered
  /// otherwise.
  std::vector<ThreadHistory> Histories;
  std::optional<RecentNotes> Notes;
  /// Of the block's cluster; null unless threads are ordered otherwise.
  std::shared_ptr<ClusterBarriers> InCluster;
  /// By number of a named barrier: what those who did not wait had done.
  std::map<unsigned, SharedKnowledge> Arrivals;
};

class Process {
public:
  static Process &get() {
    Process *P = Only.load(std::memory_order_acquire);
    return P ? *P : create();
  }

  unsigned addModule(std::string_view ModuleInfo);
  void removeModule(unsigned First) { Modules.remove(First); }
  unsigned numSites() const { return unsigned(Modules.numSites()); }
  void launchFailed();
  std::string leanCode(Launch &L, const void *const *Arguments);
  void launchBegins(const Launch &L);
  void launchEnds(const Launch &L);
  /// Is the launch that runs one of instrumented code?
  bool isMonitored() const { return Monitored; }
  /// Is the array that is accessed there one to monitor?
  bool isMonitored(unsigned Site) const;
  const LaunchState &launch() const { return State; }
  Words &words() { return TheWords; }
  Histories &histories() { return TheHistories; }
  SharedSlots &slots() { return Slots; }
  Reporter &reporter() { return TheReporter; }
  host::Log &log() { return TheLog; }
  /// Null unless it is asked for, or if the launch is not monitored.
  Recorder *recorder() { return Monitored ? TheRecorder.get() : nullptr; }
  /// The same.
  Statistics *statistics() { return Monitored ? TheStatistics.get() : nullptr; }
  /// At the end of the process; returns its exit status.
  int finish(int Status);

  /// Says who races with A on the word.
  void race(const Attempt &A, const Visit &V, const RacyWord &Found);
  void race(const Attempt &A, const OtherParty &Other);
  /// See Visit.
  unsigned bytesAt(unsigned SiteInCell) const;
  void warnBlind(const char *Of);
  /// Of the launch, not all is seen from now on.
  void seesPartly(const std::string &Why);
  /// What the blocks of a cluster that run have in common.
  std::shared_ptr<ClusterBarriers> barriersOf(uint64_t Cluster);
  void blockEnds(const BlockHistory &H);
  static void clearShared(const Block &B);
  /// Exists at the end of the process only if it was asked for before. Null if
  /// it is that of the process which this one was forked from, which tells what
  /// it knows.
  static Process *existing() {
    Process *P = Only;
    return P && P->TheLog.isOfThisProcess() ? P : nullptr;
  }

private:
  /// Never destroyed: kernels may be launched from destructors.
  static std::atomic<Process *> Only;
  static Process &create();
  Process();
  OtherParty otherParty(const Visit &V, const RacyWord &Found) const;
  bool isOther(device::Word Cell, const Visit &V, OtherParty &Out) const;
  std::vector<unsigned> candidates(unsigned Site) const;
  uint64_t takePlaces(uint64_t Blocks);
  void countLaunch(const Launch &L, bool IsInstrumented);
  void warnOfSelection();
  void warnOfNothing();

  host::ModuleInfos Modules;
  host::Log TheLog;
  Reporter TheReporter;
  std::unique_ptr<Recorder> TheRecorder;
  std::unique_ptr<Statistics> TheStatistics;
  Words TheWords;
  SharedSlots Slots;
  Histories TheHistories;
  LaunchState State;
  /// See LaunchState.
  std::vector<device::Word> SiteNames;
  bool Monitored = false;
  /// Of the launch, not all is seen; and of which barriers that was said last.
  std::atomic<bool> IsPartly = false;
  std::atomic<const char *> BlindOf = nullptr;
  /// Has the program launched kernels, and was there anything in them that is
  /// monitored and that the configuration selects? A thread may launch while
  /// another one ends the process.
  std::atomic<bool> HasLaunched = false, HasSelected = false;
  /// The serial number that the next block gets.
  uint64_t NextPlace = 1;
  /// How many grid barriers a thread of the launch has passed.
  uint64_t MostGridClock = 0;
  std::mutex Lock;
  std::map<uint64_t, std::weak_ptr<ClusterBarriers>> Clusters;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_PROCESS_H
