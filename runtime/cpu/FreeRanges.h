// FreeRanges - the parts of the arena that nobody has.
//
// Best fit: of the ranges that are large enough the smallest, of those the one
// with the lowest address. What is given back is merged with its neighbours.
// All addresses and sizes are multiples of Granule.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_FREERANGES_H
#define RACEMAP_RUNTIME_CPU_FREERANGES_H

#include <cstddef>
#include <map>
#include <set>
#include <utility>

namespace racemap::cpu {

class FreeRanges {
public:
  static constexpr size_t Granule = 256;

  void give(char *Begin, size_t Bytes);
  /// Takes Bytes, aligned to a power of two; null if no range has them.
  char *take(size_t Bytes, size_t Alignment);

private:
  void insert(char *Begin, size_t Bytes);
  void erase(std::map<char *, size_t>::iterator Range);

  std::map<char *, size_t> ByAddress;
  std::set<std::pair<size_t, char *>> BySize;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_FREERANGES_H
