// Input - what a fuzz target is given.
//
// A target is a page: it gives the bytes to one reader and asks for what has to
// hold of any input, by abort(). libFuzzer calls it (RACEMAP_FUZZ, preset
// `fuzz`); in other builds Replay.cpp does, with the files of its corpus.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_FUZZ_INPUT_H
#define RACEMAP_FUZZ_INPUT_H

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size);

namespace racemap::fuzz {

inline std::string_view textOf(const uint8_t *Data, size_t Size) {
  return {reinterpret_cast<const char *>(Data), Size};
}

/// What has to hold.
inline void require(bool Holds, std::string_view What) {
  if (Holds)
    return;
  std::fprintf(stderr, "does not hold: %.*s\n", int(What.size()), What.data());
  std::abort();
}

/// The path of a file in memory that has this text, for readers of files. It is
/// the same file each time.
const std::string &fileOf(std::string_view Text);

} // namespace racemap::fuzz

#endif
