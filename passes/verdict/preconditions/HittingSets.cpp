// HittingSets - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/preconditions/HittingSets.h"
#include "passes/map/Steps.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace racemap::verdict {

/// Branches that are looked at for one answer.
static constexpr unsigned MostBranches = 200'000;

bool HittingSets::excludesAll(unsigned Candidate) const {
  return llvm::all_of(
             Cases,
             [&](const llvm::BitVector &C) { return C.test(Candidate); }) &&
         !isBanned({Candidate});
}

std::optional<HittingSets::Set> HittingSets::cheapest(unsigned Largest) const {
  for (unsigned Size = 1; Size <= Largest; ++Size) {
    Best B;
    B.BranchesLeft = MostBranches;
    Set Chosen;
    extend(Chosen, Size, 0, B);
    if (!B.Members.empty())
      return B.Members;
  }
  return std::nullopt;
}

const llvm::BitVector *HittingSets::openCase(const Set &Chosen) const {
  auto Open = llvm::find_if(Cases, [&](const llvm::BitVector &C) {
    return llvm::none_of(Chosen, [&](unsigned I) { return C.test(I); });
  });
  return Open == Cases.end() ? nullptr : &*Open;
}

bool HittingSets::isBanned(const Set &S) const {
  return llvm::any_of(Banned, [&](const Set &B) {
    return std::includes(S.begin(), S.end(), B.begin(), B.end());
  });
}

void HittingSets::extend(Set &Chosen, unsigned SizeLeft, unsigned Cost,
                         Best &B) const {
  if (!B.BranchesLeft)
    return;
  --B.BranchesLeft;
  map::Steps::take();
  const llvm::BitVector *Open = openCase(Chosen);
  if (!Open) {
    Set Sorted = Chosen;
    llvm::sort(Sorted);
    if (!isBanned(Sorted))
      B.Cost = Cost, B.Members = Sorted;
    return;
  }
  for (unsigned I : Open->set_bits()) {
    if (Cost + Candidates[I].Cost >= B.Cost)
      return; // the following ones do not cost less
    if (Candidates[I].Size > SizeLeft)
      continue;
    Chosen.push_back(I);
    extend(Chosen, SizeLeft - Candidates[I].Size, Cost + Candidates[I].Cost, B);
    Chosen.pop_back();
  }
}

} // namespace racemap::verdict
