// InitialMemory - what is in memory before the launch of a witness, byte by
// byte.
//
// In:  the inputs of a model, each read of some width at some place; which
//      arrays share memory in the launch, and what it says is in them.
// Out: what reads find. The solver takes a read as a function of array, width
//      and place; that reads of other widths, and through other names, find the
//      same bytes is checked here, for those that happen in a run.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_REPLAY_INITIALMEMORY_H
#define RACEMAP_PASSES_VERDICT_REPLAY_INITIALMEMORY_H

#include "passes/verdict/launch/LaunchFacts.h"
#include <map>
#include <optional>
#include <set>

namespace racemap::verdict {

/// What is in memory where nothing is said of it: in each element its number,
/// or the same in all.
struct Filling {
  bool IsIndex = false;
  uint64_t Value = 0;
  bool operator==(const Filling &) const = default;
};

class InitialMemory {
public:
  InitialMemory(const LaunchFacts &Launch, const solve::Model &M,
                Filling Rest = {});

  /// The slots of a place and, last, its offset.
  using Place = llvm::ArrayRef<uint64_t>;
  /// What the model says of this very read.
  std::optional<uint64_t> known(const map::Array *A, unsigned Width,
                                Place At) const;
  /// What the read finds: that, or else what other reads found in its bytes, or
  /// the model says of them; or else what the launch says, or the memory is
  /// filled with.
  uint64_t read(const map::Array *A, unsigned Width, Place At);
  /// Nothing is said of this place yet: let it be this value.
  void propose(const map::Array *A, unsigned Width, Place At, uint64_t Value);
  /// Did two reads find different values in one byte?
  bool contradicts() const { return Contradicts; }

private:
  using Read = std::tuple<const map::Array *, unsigned, std::vector<uint64_t>>;
  using Byte = std::pair<const map::Array *, std::vector<uint64_t>>;

  Byte byteAt(const map::Array *A, Place At, unsigned I) const;
  void noteArray(const map::Array *A);
  uint64_t filled(const map::Array *A, unsigned Width, Place At) const;

  const LaunchFacts &Launch;
  const map::Aliases &Overlaps;
  const solve::Model &M;
  Filling Rest;
  std::map<Read, uint64_t> Known;
  std::map<Byte, uint8_t> Said, Found;
  std::set<const map::Array *> Arrays; ///< that were read
  bool Contradicts = false;
};

} // namespace racemap::verdict

#endif
