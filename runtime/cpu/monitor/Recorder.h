// Recorder - everything that a launch does, judged by happens-before as it is
// defined: what the monitor is compared with.
//
// RACEMAP_OPTIONS=recorder=1 runs it beside the shadow cells. It has a dense
// vector clock for each thread and the list of all accesses for each byte, and
// shares nothing with the state machine or the histories. At the end of each
// launch, the words on which either has found a race are compared. That costs
// the square of the number of threads and of the accesses to a byte, so larger
// launches are not recorded, and neither are asynchronous copies; the summary
// says how many.
//
// Also tells launches apart by the order in which their threads accessed
// memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_RECORDER_H
#define RACEMAP_RUNTIME_CPU_MONITOR_RECORDER_H

#include "runtime/cpu/monitor/LaunchState.h"
#include "runtime/cpu/monitor/SharedSlots.h"
#include "runtime/device/Abi.h"

#include <array>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace racemap::cpu {

class Recorder {
public:
  explicit Recorder(const SharedSlots &Slots) : Slots(Slots) {}

  void launchBegins(const LaunchState &S);
  /// What is wrong with the words that the monitor has found, or nothing.
  std::string launchEnds();
  /// The launch does something that is not recorded.
  void giveUp();

  void access(const Thread &T, uint64_t Rank, uint64_t Address, uint64_t Bytes,
              device::Descriptor D);
  /// The same for a strong access that may order threads, and what it became.
  void performed(const Thread &T, uint64_t Rank, uint64_t Address,
                 uint64_t Bytes, device::Descriptor D,
                 device::Descriptor Became);
  void fence(const Thread &T, uint64_t Rank, fsm::Scope S, device::Order O);
  /// A thread arrives at a barrier of its cluster, and may go on before it
  /// waits.
  void arrived(const Thread &T, uint64_t Rank);
  /// A thread goes on after a barrier of its block, cluster or grid.
  void passed(const Thread &T, uint64_t Rank, fsm::Scope S);
  /// These threads of one block have met, and none has gone on.
  void met(Thread *const *Threads, unsigned Count, uint64_t Rank);
  /// The monitor has found a race there.
  void found(uint64_t Address);

  /// "recorder: 20 launches in 18 orders, 12 racy words in 3 launches, 0
  /// differences, 2 sets of racy words".
  std::string summary() const;
  bool hasDifferences() const;

private:
  using Clock = std::vector<uint32_t>;
  static void join(Clock &Into, const Clock &From);
  /// What was before a release, and to whom it is told.
  struct Release {
    unsigned Thread;
    fsm::Scope Within;
    Clock Before;
  };
  struct Access {
    unsigned Thread;
    uint32_t When;
    device::Descriptor D;
    uint64_t Begin, Bytes;
    /// Those who have read what this atomic access wrote, and when first.
    std::map<unsigned, uint32_t> Readers;
  };
  using Clocks = std::array<Clock, fsm::NumScopes>;
  struct Agent {
    Clock Now;
    Clocks Seen, Fenced;
  };
  /// What those who meet had done before, and what their fences had made known.
  struct Meeting {
    Clock Now;
    Clocks Fenced;
    void add(const Agent &A);
  };

  /// Blocks have their shared memory at the same addresses, one after the
  /// other; here each has its own.
  uint64_t place(uint64_t Address) const;
  unsigned number(const Thread &T, uint64_t Rank) const {
    return unsigned(Rank * ThreadsPerBlock + T.Index);
  }
  uint64_t groupOf(unsigned Agent, fsm::Scope S) const;
  fsm::Scope between(unsigned A, unsigned B) const;
  bool races(const Access &Now, const Access &Earlier) const;
  void check(const Access &Now);
  void observe(const Access &Now, device::Descriptor Became);
  void stop();
  void acquire(Agent &A, fsm::Scope S);
  Meeting wait(const std::vector<unsigned> &Group);
  Meeting meeting(const std::vector<unsigned> &Group, uint64_t Turn) const;
  void leave(unsigned Me, const Meeting &All);
  void release(unsigned Me, uint64_t Address, device::Descriptor D);

  static constexpr uint64_t MostThreads = 2048;
  static constexpr size_t MostAccesses = 4096; ///< to one byte

  const SharedSlots &Slots;
  mutable std::mutex Lock;
  bool IsOn = false;
  const LaunchState *State = nullptr;
  unsigned ThreadsPerBlock = 0;
  std::vector<Agent> Agents;
  std::unordered_map<uint64_t, std::vector<Access>> Bytes;
  std::unordered_map<uint64_t, std::vector<Release>> Releases;
  /// By scope, group and number of the barrier.
  std::map<std::array<uint64_t, 3>, Meeting> Barriers;
  std::map<std::array<uint64_t, 3>, uint64_t> Passed;
  /// By thread and number of the cluster's barrier: as it was when it arrived.
  std::map<std::pair<unsigned, uint64_t>, Agent> Arrivals;
  std::map<unsigned, uint64_t> NumArrived;
  std::set<uint64_t> Mine, Theirs; ///< racy words
  uint64_t Order = 0;

  std::set<uint64_t> Orders;
  std::set<std::set<uint64_t>> RacySets;
  uint64_t Launches = 0, RacyLaunches = 0, Others = 0, Racy = 0,
           Differences = 0;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_RECORDER_H
