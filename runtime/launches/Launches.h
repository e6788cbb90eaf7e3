// Launches - what a run has launched: each way of launching a kernel once.
//
// In:  launches, one after the other, of one run or of several.
// Out: those that differ in what kernels are given, with how often there were
//      such, the first 256 of a kernel as they were and the others folded into
//      one: the ranges of their numbers, and which of their pointers led to one
//      object in any of them.
//
// What it takes does not grow with the number of launches. The runtime of a
// sanitizer build collects them, `racemap report` merges those of several runs,
// and the analysis takes them for launch contexts.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_LAUNCHES_LAUNCHES_H
#define RACEMAP_RUNTIME_LAUNCHES_LAUNCHES_H

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace racemap::launches {

/// From Low to High, both included.
struct Range {
  int64_t Low = 0, High = 0;

  static Range one(int64_t N) { return {N, N}; }
  bool isOne() const { return Low == High; }
  void widen(const Range &By);
  auto operator<=>(const Range &) const = default;
};

/// A number among the arguments: one itself, or a field of a struct.
struct Value {
  unsigned Argument = 0; ///< from 0
  uint64_t Offset = 0;   ///< in bytes, within the argument
  unsigned Bytes = 0;    ///< 1, 2, 4 or 8
  Range In;              ///< read as signed
  auto operator<=>(const Value &) const = default;
};

/// A pointer among the arguments that is not null.
struct Pointer {
  unsigned Argument = 0;
  uint64_t Offset = 0;
  /// Pointers of one launch with the same number lead to one object.
  unsigned Object = 0;
  /// Where in it, and how many bytes it has; nothing if that is not known, or
  /// not the same for all launches.
  std::optional<int64_t> At;
  std::optional<uint64_t> Bytes;
  /// The object is this variable of the device; of a folded launch, it may be
  /// any of these.
  std::vector<std::string> Variables;
  /// It leads to no allocation that is known: to any memory there is.
  bool IsElsewhere = false;
  auto operator<=>(const Pointer &) const = default;
};

/// A line of the host's source.
struct Place {
  std::string File;
  unsigned Line = 0;
  auto operator<=>(const Place &) const = default;
};

struct Launch {
  std::string Kernel, Mangled; ///< demangled, and as the module has it
  std::array<Range, 3> Grid, Block, Cluster;
  std::vector<Value> Values;     ///< by argument and offset
  std::vector<Pointer> Pointers; ///< the same

  uint64_t Number = 0;       ///< of the first such launch of its run, from 1
  std::string Run;           ///< the file that had it, if it is not this one
  uint64_t Count = 1;        ///< how often there was one
  bool IsFolded = false;     ///< it stands for several that differ
  std::vector<Place> Places; ///< of the launches, each once

  /// Apart from how often, from where and in which run.
  bool isSame(const Launch &Other) const;
  /// Takes in a launch of the same kernel.
  void fold(const Launch &Other);
  /// Takes in one that is the same.
  void count(const Launch &Other);
};

class Launches {
public:
  /// So many launches of a kernel are kept as they were.
  static constexpr size_t MostExact = 256;
  /// So many lines of the host; a launch that was made from more is said to
  /// be made from these.
  static constexpr size_t MostPlaces = 16;

  /// True if there is one more in all() then.
  bool add(Launch L);

  const std::vector<Launch> &all() const { return All; }
  size_t size() const { return All.size(); }
  bool empty() const { return All.empty(); }

private:
  struct OfKernel {
    std::multimap<uint64_t, size_t> ByHash; ///< exact ones, into All
    std::optional<size_t> Rest;             ///< the folded one
  };
  std::vector<Launch> All; ///< in the order in which they came
  std::map<std::string, OfKernel> Kernels;
};

} // namespace racemap::launches

#endif // RACEMAP_RUNTIME_LAUNCHES_LAUNCHES_H
