// Mutation - protocols with one mistake more.
//
// In:  the text of a protocol, one statement a line.
// Out: one text for each barrier that is deleted, each access whose index is
//      shifted by one element either way, and each stride that is changed: a
//      factor or a pitch one less, a thread's or loop's stride doubled.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_MUTANTS_MUTATION_H
#define RACEMAP_UNITTESTS_MUTANTS_MUTATION_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace racemap::mutants {

enum class Mistake : uint8_t { NoBarrier, ShiftedIndex, OtherStride };

struct Mutant {
  Mistake Its;
  std::string Text;
};

std::vector<Mutant> mutantsOf(llvm::StringRef Kernel);

} // namespace racemap::mutants

#endif
