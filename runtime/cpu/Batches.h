// Batches - clusters of a launch, handed out to workers.
//
// Workers of one range take from it in turn, so that clusters begin in the
// order of their numbers. Where each has a range of its own, it meets nobody as
// long as that lasts; then it gets half of the largest one. Once nothing is
// left for a worker, all clusters have begun: it ends no earlier than the
// others, but for what they have taken at once.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_BATCHES_H
#define RACEMAP_RUNTIME_CPU_BATCHES_H

#include "runtime/cpu/monitor/SpinLock.h"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <vector>

namespace racemap::cpu {

/// Clusters that follow each other.
struct Batch {
  uint64_t First = 0, Count = 0;
};

/// All of a launch.
class Batches {
public:
  /// Batches are parts of rows of InRow clusters.
  Batches(uint64_t NumClusters, uint64_t InRow, unsigned NumRanges)
      : InRow(InRow), Ranges(NumRanges) {
    uint64_t Each = NumClusters / NumRanges, Rest = NumClusters % NumRanges;
    uint64_t First = 0;
    for (uint64_t I = 0; I < NumRanges; ++I)
      First = Ranges[I].put({First, Each + (I < Rest ? 1 : 0)});
  }

  /// The worker's next Most (at least 1) or fewer; none if none is left.
  Batch take(unsigned Worker, uint64_t Most) {
    Range &Own = Ranges[Worker % Ranges.size()];
    Batch Next = Own.takeFront(Most, InRow);
    return Next.Count ? Next : takeOver(Own, Most);
  }

private:
  class alignas(64) Range {
  public:
    /// What follows it.
    uint64_t put(Batch All) {
      std::lock_guard<SpinLock> Guard(Lock);
      Left = All;
      return Left.First + Left.Count;
    }
    Batch takeFront(uint64_t Most, uint64_t InRow) {
      std::lock_guard<SpinLock> Guard(Lock);
      return cutFront(Left, Most, InRow);
    }
    Batch takeBackHalf() {
      std::lock_guard<SpinLock> Guard(Lock);
      uint64_t Count = halfOf(Left);
      Left.Count -= Count;
      return {Left.First + Left.Count, Count};
    }
    uint64_t count() {
      std::lock_guard<SpinLock> Guard(Lock);
      return Left.Count;
    }

  private:
    SpinLock Lock;
    Batch Left;
  };

  static uint64_t halfOf(const Batch &B) { return B.Count - B.Count / 2; }

  /// Not more than half, which leaves others something.
  static Batch cutFront(Batch &Left, uint64_t Most, uint64_t InRow) {
    uint64_t OfRow = InRow - Left.First % InRow;
    uint64_t Count = std::min({Most, OfRow, halfOf(Left)});
    Batch Taken = {Left.First, Count};
    Left = {Left.First + Count, Left.Count - Count};
    return Taken;
  }

  /// None if nothing is left anywhere: as long as nobody else takes over,
  /// ranges only get smaller. What is taken first is out of reach of others, so
  /// that nothing goes around.
  Batch takeOver(Range &Own, uint64_t Most) {
    std::lock_guard<std::mutex> Guard(TakingOver);
    while (Range *From = largest())
      if (Batch Half = From->takeBackHalf(); Half.Count) {
        Batch Taken = cutFront(Half, Most, InRow);
        Own.put(Half);
        return Taken;
      }
    return {};
  }

  /// Null if all are empty.
  Range *largest() {
    Range *Largest = nullptr;
    uint64_t Most = 0;
    for (Range &R : Ranges)
      if (uint64_t Count = R.count(); Count > Most) {
        Largest = &R;
        Most = Count;
      }
    return Largest;
  }

  const uint64_t InRow;
  std::vector<Range> Ranges;
  std::mutex TakingOver;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_BATCHES_H
