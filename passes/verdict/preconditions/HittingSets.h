// HittingSets - the cheapest few candidates that exclude all known cases.
//
// Candidates are numbered, the cheapest first. Each case names the candidates
// that exclude it; wanted is a small set with one for each case, by
// branching over those of a case that is still open. Whoever asks adds the
// cases that the answer does not exclude, and asks again (implicit hitting
// sets; Chandrasekaran et al., SODA 2011).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_PRECONDITIONS_HITTINGSETS_H
#define RACEMAP_PASSES_VERDICT_PRECONDITIONS_HITTINGSETS_H

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <vector>

namespace racemap::verdict {

class HittingSets {
public:
  using Set = llvm::SmallVector<unsigned, 3>; ///< sorted
  struct Weight {
    unsigned Size;
    unsigned Cost;
  };

  explicit HittingSets(std::vector<Weight> Candidates)
      : Candidates(std::move(Candidates)) {}

  void addCase(llvm::BitVector ExcludedBy) {
    Cases.push_back(std::move(ExcludedBy));
  }
  /// Neither S nor any set that contains it.
  void ban(const Set &S) { Banned.push_back(S); }
  bool excludesAll(unsigned Candidate) const;
  /// Of the smallest sum of sizes, up to Largest, and of that the least cost;
  /// nothing if there is none.
  std::optional<Set> cheapest(unsigned Largest) const;

private:
  struct Best {
    unsigned Cost = ~0u, BranchesLeft = 0;
    Set Members;
  };
  void extend(Set &Chosen, unsigned SizeLeft, unsigned Cost, Best &B) const;
  const llvm::BitVector *openCase(const Set &Chosen) const;
  bool isBanned(const Set &S) const;

  std::vector<Weight> Candidates;
  std::vector<llvm::BitVector> Cases;
  std::vector<Set> Banned;
};

} // namespace racemap::verdict

#endif
