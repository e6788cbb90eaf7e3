// Allocations - what the program has allocated, for the shadow and for reports.
//
// Memory that the program gives back is its launches' that ran before: it is
// known, and has cells, until those are over and their reports have been read.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_GPU_HOST_ALLOCATIONS_H
#define RACEMAP_RUNTIME_GPU_HOST_ALLOCATIONS_H

#include "runtime/gpu/host/Shadow.h"
#include "runtime/host/Finding.h"
#include "runtime/host/LaunchCheck.h"

#include <string>

namespace racemap::gpu {

class Allocations {
public:
  enum class Kind { Device, Managed, Pinned, Variable };

  explicit Allocations(Shadow &Cells) : Cells(Cells) {}

  /// Launches from number Since on may use it. False if there is no memory for
  /// its cells.
  bool add(const void *Begin, uint64_t Bytes, Kind K, unsigned Since,
           std::string Name = "");
  /// Launches from number Until on do not use it.
  void leave(const void *Begin, unsigned Until);
  /// What has left stays, after all.
  void stay(const void *Begin);
  /// What has left is used until then; otherwise it is not used any more.
  void usedUntil(const void *Begin, cudaEvent_t Then);
  /// Has anything left that is not used any more?
  bool hasEnded();
  /// Forgets that.
  void forgetEnded();
  /// All of it is gone.
  void forget();

  host::Memory describe(uint64_t Address, unsigned Launch) const;
  /// What the address lies in that is the device's and has not been given back.
  host::MemoryRange rangeOf(uint64_t Address) const;
  uint64_t bytes() const { return Total; }
  /// The most that they have been.
  uint64_t mostBytes() const { return Most; }

private:
  struct Allocation {
    uint64_t Begin, Bytes;
    Kind K;
    std::string Name;
    unsigned Since, Until = ~0U;
    enum class Stage { Live, Leaving, InUse, Ended } Now = Stage::Live;
    cudaEvent_t Then = nullptr; ///< InUse

    bool has(uint64_t Address, unsigned Launch) const {
      return Address - Begin < Bytes && Since <= Launch && Launch < Until;
    }
  };
  const Allocation *find(uint64_t Address, unsigned Launch) const;
  Allocation *leaving(const void *Begin);

  Shadow &Cells;
  std::map<uint64_t, Allocation> Live;
  std::vector<Allocation> Left;
  uint64_t Total = 0, Most = 0;
};

} // namespace racemap::gpu

#endif // RACEMAP_RUNTIME_GPU_HOST_ALLOCATIONS_H
