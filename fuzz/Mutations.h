// Mutations - what else a reader is given in builds without libFuzzer.
//
// In:  the files of a corpus, and a number.
// Out: one of them with up to four changes, the same for the same number: bytes
//      removed, doubled, set or taken from another file. A target with a
//      mutator of its own (LLVMFuzzerCustomMutator) changes it itself.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_FUZZ_MUTATIONS_H
#define RACEMAP_FUZZ_MUTATIONS_H

#include <cstdint>
#include <string>
#include <vector>

namespace racemap::fuzz {

/// Corpus has at least one file.
std::string mutated(const std::vector<std::string> &Corpus, uint64_t Number);

} // namespace racemap::fuzz

#endif
