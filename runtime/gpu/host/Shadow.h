// Shadow - the cells of all monitored memory, and the table that leads there.
//
// In:  ranges of addresses as they come and go.
// Out: the table of granules (runtime/gpu/Launch.h) in memory of the device, in
//      which every granule that has a byte of a range has cells.
// Cells are allocated many granules at a time. Those of a granule that has no
// ranges any more are the next granule's; they begin as zeros, and need not be
// cleared in between: they are of earlier launches then.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_GPU_HOST_SHADOW_H
#define RACEMAP_RUNTIME_GPU_HOST_SHADOW_H

#include "runtime/gpu/Launch.h"
#include "runtime/gpu/host/Cuda.h"

#include <algorithm>
#include <map>

namespace racemap::gpu {

class Shadow {
public:
  /// Most: bytes of memory for it; 0: all there is.
  Shadow(Own &Device, uint64_t Most) : Device(Device), Most(Most) {}

  /// False if there is no memory for it; then nothing has changed.
  bool begin();
  bool add(uint64_t Address, uint64_t Bytes);
  void remove(uint64_t Address, uint64_t Bytes);
  /// All words are untouched. Nothing may run on the device.
  bool clear();
  /// There is no memory of it on the device any more.
  void forget();

  /// Is it allowed to take so many more bytes?
  bool allows(uint64_t Bytes) const {
    return Most == 0 || Allocated + Bytes <= Most;
  }
  /// So many more are used for cells elsewhere.
  void note(uint64_t Bytes) {
    Allocated += Bytes;
    Highest = std::max(Highest, Allocated);
  }

  const Word *table() const { return Table; }
  uint64_t bytes() const { return Allocated; }
  /// The most that they have been.
  uint64_t mostBytes() const { return Highest; }

private:
  struct Entry {
    unsigned Ranges = 0;
    uint64_t Cells = 0;
    unsigned Index = 0; ///< in the table
  };
  /// Cells that were allocated together.
  struct Slab {
    void *Memory;
    uint64_t Bytes;
  };
  bool provide(uint64_t Granules);
  bool allocate(uint64_t Granules);
  unsigned place(uint64_t Number);
  bool write(unsigned First, unsigned Last);
  void forget(uint64_t Number);

  Own &Device;
  uint64_t Most;
  Word *Table = nullptr;
  std::vector<Word> Copy;             ///< of the table
  std::map<uint64_t, Entry> Granules; ///< by number
  std::vector<uint64_t> Free;         ///< cells that no granule has
  std::vector<Slab> Slabs;
  uint64_t Slack = 0; ///< bytes that a slab has more than its cells need
  uint64_t Allocated = 0, Highest = 0;
};

} // namespace racemap::gpu

#endif // RACEMAP_RUNTIME_GPU_HOST_SHADOW_H
