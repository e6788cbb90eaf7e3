// DeadlockDetection - can anything still happen in a launch?
//
// In:  what each worker says of its threads: one may do something other than
//      wait (busy); all have looked in vain for what they wait for, since so
//      much progress; they wait for a turn of the grid's barrier; there are
//      none.
// Out: whether nothing can happen any more, unless the host does something.
//      However seldom a worker gets a core, its threads have to look once more
//      after all that has happened.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_DEADLOCKDETECTION_H
#define RACEMAP_RUNTIME_CPU_DEADLOCKDETECTION_H

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

namespace racemap::cpu {

class DeadlockDetection {
public:
  /// All of so many workers are busy.
  void begin(unsigned NumWorkers) {
    Busy = NumWorkers;
    Seen = std::vector<std::atomic<uint64_t>>(NumWorkers);
  }

  /// How often the threads of a block have done something.
  /// Who sees it sees what they have written before.
  uint64_t progress() const { return Progress.load(std::memory_order_acquire); }
  void progressed() { Progress.fetch_add(1, std::memory_order_release); }

  /// From now on the worker is, or is not, busy. Its threads have to look.
  void setBusy(unsigned Worker, bool Now) {
    Seen[Worker] = MayLook;
    Busy.fetch_add(Now ? 1 : -1);
  }
  bool anyBusy() const { return Busy.load() != 0; }

  /// All threads of a worker that is not busy have looked since that progress.
  void looksInVain(unsigned Worker, uint64_t Since) {
    Seen[Worker] = SinceProgress + Since * NumSights;
  }
  /// They wait for what comes after that turn of the grid's barrier.
  void waitsForTurn(unsigned Worker, uint64_t After) {
    Seen[Worker] = AfterTurn + After * NumSights;
  }
  /// It has none any more.
  void ended(unsigned Worker) { Seen[Worker] = NeverLooks; }

  /// Do all threads wait for ever, as that was all progress and the grid's
  /// barrier is at that turn?
  bool isDeadlocked(uint64_t Since, uint64_t Turn) const {
    return !anyBusy() && progress() == Since &&
           std::all_of(Seen.begin(), Seen.end(), [&](uint64_t Last) {
             return Last == NeverLooks ||
                    Last == SinceProgress + Since * NumSights ||
                    Last == AfterTurn + Turn * NumSights;
           });
  }

private:
  enum Sight : uint64_t { MayLook, NeverLooks, SinceProgress, AfterTurn };
  static constexpr uint64_t NumSights = 4;

  std::atomic<unsigned> Busy = 0;
  std::atomic<uint64_t> Progress = 0;
  /// Of each worker, a Sight plus NumSights times since or after when.
  std::vector<std::atomic<uint64_t>> Seen;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_DEADLOCKDETECTION_H
