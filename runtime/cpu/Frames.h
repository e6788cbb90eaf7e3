// Frames - memory for what is alive at barriers of the threads that one fiber
// runs.
//
// A worker has its own, for the block that it runs: those that have a fiber for
// all of their threads run to their end, one after the other.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_FRAMES_H
#define RACEMAP_RUNTIME_CPU_FRAMES_H

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace racemap::cpu {

class Frames {
public:
  /// Of a block, at a multiple of Alignment, with anything in them; null if the
  /// system has no more memory.
  char *take(size_t Bytes) {
    if (Bytes > Size) {
      Memory.reset();
      Size = (Bytes + Alignment - 1) / Alignment * Alignment;
      Memory.reset(static_cast<char *>(std::aligned_alloc(Alignment, Size)));
      Size = Memory ? Size : 0;
    }
    Used = Memory ? Bytes : 0;
    return Memory.get();
  }
  /// The block has ended.
  void giveBack() { Used = 0; }

  /// Is this in what is taken?
  bool has(const char *P, size_t Bytes) const {
    size_t Offset = size_t(P - Memory.get());
    return Offset < Used && Bytes <= Used - Offset;
  }

  /// As much as any vector's.
  static constexpr size_t Alignment = 64;

private:
  struct Free {
    void operator()(char *P) const { std::free(P); }
  };
  std::unique_ptr<char, Free> Memory;
  size_t Size = 0, Used = 0;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_FRAMES_H
