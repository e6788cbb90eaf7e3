// Frames - memory for what is alive at barriers of the threads that one fiber
// runs.
//
// A worker has its own, for the block that it runs: those that have a fiber for
// all of their threads run to their end, one after the other. It keeps as much
// as the largest block needed. Around them is address space that may not be
// touched: who leaves the local arrays of a block by an index is at an illegal
// address, as at the end of a fiber's stack, not in memory of the host's.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_FRAMES_H
#define RACEMAP_RUNTIME_CPU_FRAMES_H

#include <cstddef>

namespace racemap::cpu {

class Frames {
public:
  Frames() = default;
  Frames(const Frames &) = delete;
  Frames &operator=(const Frames &) = delete;
  ~Frames() { release(); }

  /// Of a block, at a multiple of Alignment, with anything in them; null if the
  /// system has no more memory.
  char *take(size_t Bytes);
  /// The block has ended.
  void giveBack() { Used = 0; }

  /// Is this in what is taken?
  bool has(const char *P, size_t Bytes) const {
    size_t Offset = size_t(P - Memory);
    return Offset < Used && Bytes <= Used - Offset;
  }

  /// A page: more than nearly all variables want.
  static constexpr size_t Alignment = 4096;
  /// What may not be touched, on either side.
  static constexpr size_t GuardBytes = size_t(16) << 20;

private:
  bool map(size_t Bytes);
  void release();

  char *Memory = nullptr;
  size_t Size = 0, Used = 0;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_FRAMES_H
