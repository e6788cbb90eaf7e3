// DeviceLaunches - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/DeviceLaunches.h"
#include "runtime/cpu/Arena.h"

#include <utility>

namespace racemap::cpu {

DeviceLaunch::DeviceLaunch(DeviceLaunch &&From) noexcept
    : Kernel(std::move(From.Kernel)), Grid(From.Grid), BlockDim(From.BlockDim),
      DynamicShared(From.DynamicShared),
      Parameters(std::exchange(From.Parameters, nullptr)), To(From.To),
      From(From.From), Bytes(From.Bytes), Value(From.Value) {}

DeviceLaunch::~DeviceLaunch() {
  if (Parameters)
    Arena::get().free(Parameters);
}

void DeviceLaunches::add(DeviceLaunch L, bool IsTail) {
  std::lock_guard<std::mutex> Guard(Lock);
  (IsTail ? Tail : Waiting).push_back(std::move(L));
}

std::optional<DeviceLaunch> DeviceLaunches::take() {
  std::lock_guard<std::mutex> Guard(Lock);
  std::deque<DeviceLaunch> &From = Waiting.empty() ? Tail : Waiting;
  if (From.empty())
    return std::nullopt;
  std::optional<DeviceLaunch> First(std::move(From.front()));
  From.pop_front();
  return First;
}

} // namespace racemap::cpu
