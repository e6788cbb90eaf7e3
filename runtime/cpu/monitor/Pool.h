// Pool - numbered things that live until the end of a launch.
//
// Taken by any worker without a lock, given back all at once. Memory comes in
// chunks that are kept for the next launch.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_POOL_H
#define RACEMAP_RUNTIME_CPU_MONITOR_POOL_H

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

namespace racemap::cpu {

template <typename T> class Pool {
public:
  /// The number of a thing that is as it was left by its last user, or nothing
  /// if MostChunks are full.
  std::optional<uint64_t> take() {
    uint64_t Number = Taken.fetch_add(1, std::memory_order_relaxed);
    uint64_t Chunk = Number / ChunkSize;
    if (Chunk >= MostChunks)
      return std::nullopt;
    if (!Chunks[Chunk].load(std::memory_order_acquire))
      grow(Chunk);
    return Number;
  }
  T &operator[](uint64_t Number) {
    return Chunks[Number / ChunkSize].load(
        std::memory_order_acquire)[Number % ChunkSize];
  }
  void giveAllBack() { Taken = 0; }
  uint64_t size() const { return Taken; }

  ~Pool() {
    for (auto &Chunk : Chunks)
      delete[] Chunk.load();
  }

private:
  static constexpr uint64_t ChunkSize = 1 << 13, MostChunks = 1 << 13;

  void grow(uint64_t Chunk) {
    std::lock_guard<std::mutex> Guard(Growing);
    if (!Chunks[Chunk].load(std::memory_order_acquire))
      Chunks[Chunk].store(new T[ChunkSize](), std::memory_order_release);
  }

  std::atomic<uint64_t> Taken = 0;
  std::array<std::atomic<T *>, MostChunks> Chunks{};
  std::mutex Growing;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_POOL_H
