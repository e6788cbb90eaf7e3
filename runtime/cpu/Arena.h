// Arena - the memory of the CPU device.
//
// One range of addresses, reserved when the process starts, holds whatever a
// kernel may reach other than its own stack: allocations, variables of device
// modules, pinned and managed memory, and the shared memory of the blocks that
// run. A second range, twice as long, is its shadow: 8 bytes for every 4, at an
// address that is one multiplication away. Pages that nobody touches cost
// nothing.
//
// If the program is monitored, freed memory and the space behind an allocation
// have Poison in their shadow cells, and what is freed is handed out again as
// late as possible. Cells are 0 when memory is handed out.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_ARENA_H
#define RACEMAP_RUNTIME_CPU_ARENA_H

#include "runtime/cpu/CallPlace.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

namespace racemap::cpu {

/// In the shadow cells of memory that nobody may access.
inline constexpr uint64_t Poison = ~0ull;

/// A range that was handed out.
struct Allocation {
  enum class Kind {
    Device,
    Managed,
    Pinned,
    Registered, ///< nobody's memory: it has the shadow of the host's
    Heap,
    Variable,
    Array
  };
  char *Begin = nullptr;
  size_t Bytes = 0;
  Kind K = Kind::Device;
  std::string Name;    ///< of a variable
  CallPlace HostPlace; ///< of cudaMalloc
  uint64_t Number = 0; ///< counts allocations, from 1
  bool IsFreed = false;
};

class Arena {
public:
  /// The arena of the process.
  static Arena &get() {
    Arena *A = Only.load(std::memory_order_acquire);
    return A ? *A : create();
  }

  /// Is there instrumented code? From setMonitored on, shadow cells say what
  /// belongs to nobody.
  static bool monitored();
  static void setMonitored();
  /// All words that somebody has are untouched again.
  void clearShadow();

  /// Bytes with this alignment (at least 256, as cudaMalloc's), or null if the
  /// device has no more.
  char *allocate(size_t Bytes, Allocation::Kind K, const CallPlace &HostPlace,
                 std::string Name = {}, size_t Alignment = 256);
  /// False if nothing begins at P, or it was freed before.
  bool free(void *P);
  /// Frees all but variables.
  void freeAll();

  /// The allocation that has P or, if none has, the nearest one before or
  /// behind it within a page; freed ones count until their memory is used
  /// again.
  std::optional<Allocation> find(const void *P) const;

  /// Is P in the arena at all?
  bool contains(const void *P) const { return uintptr_t(P) - Base < Size; }
  /// Is P not in shared memory, and has memory behind it been handed out so
  /// far?
  bool isGlobal(const void *P) const {
    return uintptr_t(P) - Base - SharedBytes <
           End.load(std::memory_order_relaxed) - Base - SharedBytes;
  }
  /// Where that memory ends, an address; it grows.
  const std::atomic<uintptr_t> &globalEnd() const { return End; }
  /// The first shadow cell of the word that has P, which the arena contains.
  uint64_t *shadow(const void *P) const {
    return reinterpret_cast<uint64_t *>(Shadow +
                                        ((uintptr_t(P) - Base) >> 2 << 3));
  }

  /// What is not shared, from there to the end.
  char *globalBegin() const { return slot(NumSlots); }
  size_t globalBytes() const { return Size - SharedBytes; }

  /// The part of the arena that blocks have their shared memory in. Slots are
  /// of SlotBytes, aligned to it, and all in one 4 GiB window.
  char *slot(unsigned Number) const;
  bool isShared(const void *P) const {
    return uintptr_t(P) - Base < SharedBytes;
  }

  static constexpr size_t SlotBytes = size_t(256) << 10;
  static constexpr unsigned NumSlots = 8192;

  /// How much of the arena and of its shadow is in use, in bytes of whole
  /// pages. Guards are the pages of the shadow in which no live allocation and
  /// no block has cells: what is behind allocations, and freed ones.
  struct Resident {
    size_t Memory = 0, Shadow = 0, Guards = 0;
  };
  Resident resident() const;

  /// What cudaMemGetInfo says. Pinned memory is the host's and not counted.
  size_t bytesFree() const;
  size_t bytesTotal() const;
  /// How much memory the device has; 16 GiB or what the machine has until
  /// somebody says otherwise.
  void setBytesTotal(size_t Bytes);

  /// Nothing is allocated or freed as long as it is held.
  std::unique_lock<std::mutex> hold() const {
    return std::unique_lock<std::mutex>(Lock);
  }

  /// Bytes behind each allocation, at least, that belong to nobody.
  static constexpr size_t RedZone = 256;

private:
  // Never destroyed: destructors of the program free their memory late.
  static std::atomic<Arena *> Only;
  static Arena &create();
  Arena();
  static constexpr size_t SharedBytes = SlotBytes * NumSlots;
  uintptr_t Base = 0, Shadow = 0;
  size_t Size = 0;
  std::atomic<uintptr_t> End = 0; ///< of all that was handed out so far
  mutable std::mutex Lock;
  struct State;
  State *S = nullptr;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_ARENA_H
