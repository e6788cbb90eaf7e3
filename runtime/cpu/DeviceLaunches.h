// DeviceLaunches - what the threads of a kernel put into streams: kernels,
// copies and fills.
//
// CUDA says no more than that they end before the grid that launched them
// counts as ended. Here they begin when all its threads have ended, one after
// the other in the order of the launches, those of cudaStreamTailLaunch last.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_DEVICELAUNCHES_H
#define RACEMAP_RUNTIME_CPU_DEVICELAUNCHES_H

#include "runtime/cpu/Thread.h"

#include <deque>
#include <mutex>
#include <optional>

namespace racemap::cpu {

struct DeviceLaunch {
  std::string Kernel; ///< mangled; empty for a copy or a fill
  Dim3 Grid, BlockDim;
  size_t DynamicShared = 0;
  /// The arguments, each at the offset of its parameter; memory of the arena.
  char *Parameters = nullptr;
  /// Of a copy or, without From, a fill.
  char *To = nullptr;
  const char *From = nullptr;
  size_t Bytes = 0;
  int Value = 0;

  DeviceLaunch() = default;
  DeviceLaunch(const DeviceLaunch &) = delete;
  DeviceLaunch &operator=(const DeviceLaunch &) = delete;
  DeviceLaunch(DeviceLaunch &&From) noexcept;
  ~DeviceLaunch();
};

class DeviceLaunches {
public:
  void add(DeviceLaunch L, bool IsTail);
  std::optional<DeviceLaunch> take();

private:
  std::mutex Lock;
  std::deque<DeviceLaunch> Waiting, Tail;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_DEVICELAUNCHES_H
