// Runtime - the host half of the sanitizer for GPUs, for the whole process.
//
// In:  the program's units, memory and launches (Calls.cpp).
// Out: shadow for its memory, one gpu::Launch for each launch, and findings in
//      the log, read from the ring whenever the program waits for the device
//      and at its end.
//
// Everything begins with the first allocation or launch, on the device that is
// the current one then; launches on others are not monitored. What cannot be
// had (no device, no memory for the shadow) is said once, and the program runs
// on as it would without: its kernels get a launch that is not monitored.
//
// Nothing is done on the program's streams.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_GPU_HOST_RUNTIME_H
#define RACEMAP_RUNTIME_GPU_HOST_RUNTIME_H

#include "runtime/gpu/host/Allocations.h"
#include "runtime/gpu/host/Kernel.h"
#include "runtime/host/LeanLaunches.h"
#include "runtime/host/Log.h"

#include <algorithm>
#include <mutex>
#include <optional>

namespace racemap::gpu {

/// How many words may be accessed in parts at a time.
inline constexpr uint64_t NumParts = 1 << 18;

class Runtime {
public:
  static Runtime &get();
  /// Null if there is none, or it is that of the process which this one was
  /// forked from.
  static Runtime *existing();

  /// A unit of the program, by its variable (gpu::Unit).
  void enter(const void *Variable);
  /// What a unit's host code launches for a kernel and for the lean copy of
  /// that, which the device need not have.
  void noteLean(const void *Full, const void *Copy, const void *Unit);

  /// Memory that the program has got.
  void allocated(const void *Begin, uint64_t Bytes, Allocations::Kind K);
  /// It has asked for memory, and got none.
  void notAllocated();
  /// Memory that it is about to give back, and has or has not given back.
  void freeing(const void *Begin);
  void freed(const void *Begin, bool Succeeded);
  /// On a stream.
  void freed(const void *Begin, bool Succeeded, cudaStream_t On);
  /// The program's own memory has run out. True if there is more now: then
  /// nothing is monitored any more.
  bool makeRoom();

  /// Null if the kernel is not instrumented, and so takes no launch.
  const host::KernelInfo *kernel(const void *Function);

  /// What a launch is beside what the program says.
  struct Prepared {
    const void *Function = nullptr; ///< what is to be launched
    /// Null: the kernel takes no Launch.
    const host::KernelInfo *Info = nullptr;
    Launch Its;
    size_t DynamicShared = 0;
    /// Of a lean kernel: its launch, and the places of its arrays behind it.
    std::vector<Word> WithExtents = {};
    /// What becomes of it as far as RaceMap goes; nothing if no device is
    /// there, or the configuration leaves the kernel out.
    std::optional<host::LaunchFate> Fate = {};

    /// What the kernel takes behind its own parameters.
    void *argument() {
      return WithExtents.empty() ? static_cast<void *>(&Its)
                                 : WithExtents.data();
    }
  };
  Prepared prepare(const Request &R);
  /// The same on a stream. If that is captured, nothing is monitored.
  Prepared prepare(const Request &R, cudaStream_t On);
  /// The program has it.
  void launched(const Prepared &P) {
    if (P.Fate)
      TheLog.countLaunch(*P.Fate);
  }

  /// Reads the reports that have come.
  void drain();
  /// How often something has been found so far.
  uint64_t numFound();
  /// The program's current device is about to be reset. If it is ours, what was
  /// on it is gone, and the result is true.
  bool reset();
  /// At the end, while there still is a device.
  void end();
  /// The exit status for a program that would end with Status.
  int finish(int Status);

  void warnOnce(const std::string &Text) { TheLog.warn(Text); }

private:
  /// Pieces of memory for cells of shared memory.
  struct Pieces {
    Word *Cells = nullptr;
    unsigned *Taken = nullptr, *Ended = nullptr;
    unsigned Number = 0, CellsOfEach = 0;
  };
  /// What all launches have in common, on the device but for Reports.
  struct Common {
    Ring *Reports = nullptr;
    Counters *Counted = nullptr;
    Seen *Known = nullptr;
    Parts *Pool = nullptr;
    /// By how cells are divided.
    std::map<std::pair<unsigned, bool>, device::Agreement *> Agreements;
    std::map<size_t, Pieces> ForShared; ///< by the cells of a piece
  };
  Runtime();
  /// Of the ring.
  static uint64_t numRecords() {
    return std::clamp<uint64_t>(host::options().Ring, 1, Ring::MostRecords);
  }
  bool hasDevice();
  bool begin();
  bool beginMemory();
  void giveUp(const std::string &Why);
  void forgetDevice();
  void readUnits();
  void readUnit(const void *Variable);
  std::string readText(const void *Begin, uint64_t Bytes);
  /// Null if there is no device.
  const Kernel *find(const void *Function);
  Kernel readKernel(const void *Function);
  const device::Agreement *agreementFor(unsigned Sites, bool HasClusters);
  bool isAskedFor(const Kernel &K);
  /// Empty if it can be monitored.
  std::string reasonAgainst(const Kernel &K, const Request &R);
  bool takePlaces(const Kernel &K, const Request &R, Launch &L);
  /// False if that is not possible, which has been said.
  bool monitor(const Kernel &K, const Request &R, Prepared &To);
  void placeShared(const Kernel &K, const Request &R, Prepared &To);
  const Kernel *leanCopy(const Kernel &K, const Request &R,
                         std::vector<Word> &Extents);
  std::string reasonAgainstLean(const Kernel &K, const Kernel *Copy,
                                const Request &R, const host::LaunchInputs &L);
  bool staysResident(const Request &R, const void *Function, size_t Dynamic);
  const Pieces *piecesFor(size_t Shared);
  bool fits(const Request &R, const Kernel &K, size_t Dynamic);
  void forgetEnded();
  void report(const Record &R);
  void countRepeated();
  void readCounters();
  void warnOfCounters();
  void warnOfNothing();

  std::recursive_mutex Lock;
  host::ModuleInfos Modules;
  host::Log TheLog;
  Own OnDevice;
  Shadow Cells;
  Allocations Memory;
  Common All;
  enum class Stage { Before, Running, Over } Now = Stage::Before;
  int Device = 0;
  std::string NoDevice; ///< why there is none
  std::vector<const void *> Units, NewUnits;
  /// The first sites of the units, by their variables here and on the device.
  std::map<const void *, unsigned> FirstSites, FirstSitesThere;
  std::map<const void *, Kernel> Kernels;
  /// By the kernel; null if several units have it, of which one is taken.
  std::map<const void *, const void *> LeanCopies;
  /// By the kernel and by the copy.
  std::map<const void *, const void *> UnitOf;
  std::vector<const Kernel *> ByNumber;
  Counters Last; ///< what they were
  uint64_t NextPlace = 1;
  unsigned NextNumber = 1;
  /// What is counted of a kernel: launches that are monitored, and those of
  /// them with cells of shared memory in either place.
  struct Launched {
    uint64_t All = 0, InShared = 0, InDevice = 0;
    host::LeanLaunches Lean;
  };
  std::map<std::string, Launched> Launches;
  uint64_t NumReports = 0;
  /// What has been reported, by its entry of Seen, and how often it had been
  /// seen when that was read last.
  struct Repeated {
    unsigned First = ~0u, Second = ~0u;
    std::string Kernel;
    bool IsOneSided = false;
    uint64_t Times = 1;
  };
  std::map<unsigned, Repeated> Again;
};

} // namespace racemap::gpu

#endif // RACEMAP_RUNTIME_GPU_HOST_RUNTIME_H
