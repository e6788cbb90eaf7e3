// ReplayCase - the launch of a finding's witness, in numbers.
//
// In:  a kernel's recipe (LaunchRecipe), a finding and its context.
// Out: dimensions, the bytes of each argument, the memory behind each pointer,
//      and what is in it before the launch; or why there is no such launch.
//
// Parameters that the witness does not mention are 0, and so is memory: the
// witness was shown to stand up with that. An array gets a megabyte on either
// side of where it begins, as indices may be negative, or as much as the
// witness needs; an out-of-bounds access gets exactly the array that it leaves.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_CONFIRM_REPLAYCASE_H
#define RACEMAP_TOOLS_RACEMAP_CONFIRM_REPLAYCASE_H

#include "passes/verdict/finding/Finding.h"
#include "llvm/Support/Error.h"

namespace racemap {

struct ReplayCase {
  /// Memory for an array.
  struct Memory {
    std::string Array;
    uint64_t Before = 0, Behind = 0; ///< bytes on either side of its begin
    std::string Symbol;              ///< it is this variable, else it is made
    /// It begins so many bytes behind the begin of another one.
    std::optional<size_t> Within;
    int64_t At = 0;
  };
  /// A memory's address in an argument.
  struct Pointer {
    size_t Memory;
    unsigned Argument;
    uint64_t Offset;
  };
  struct Value {
    std::string Name;
    unsigned Argument;
    uint64_t Offset, Bytes, Bits;
  };
  struct Input {
    size_t Memory;
    int64_t Index, At; ///< in elements, in bytes
    uint64_t Bytes, Bits;
  };

  /// All of a memory that is made has numbers below Below.
  struct Fill {
    size_t Memory;
    uint64_t ElementBytes, Below;
    unsigned Seed;
  };

  const verdict::LaunchRecipe *Recipe = nullptr;
  std::array<uint32_t, 3> Block{1, 1, 1}, Grid{1, 1, 1};
  uint64_t DynamicShared = 0; ///< in bytes
  std::vector<Memory> Memories;
  std::vector<Pointer> Pointers;
  std::vector<Value> Values;
  std::vector<Input> Inputs;
  std::vector<Fill> Fills;

  /// Makes up what arrays have in them, but for what the kernel has to find 0.
  void fill(const verdict::ContextResult &C, uint64_t Below, unsigned Seed);
  /// The error is the reason, for people. The case refers to the kernel.
  static llvm::Expected<ReplayCase> of(const verdict::KernelResult &K,
                                       const verdict::ContextResult &C,
                                       const verdict::Finding &F);
};

} // namespace racemap

#endif
