// KnownFunctions - device functions whose meaning is known better than their
// body: the barrier of a whole grid.
//
// cooperative groups implement it with atomics and spinning. The sanitizer does
// not look into that, and the CPU device does not run it: both take a call of
// such a function as a call of __racemap_grid_sync().
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_DEVICE_KNOWNFUNCTIONS_H
#define RACEMAP_RUNTIME_DEVICE_KNOWNFUNCTIONS_H

#include <string_view>

namespace racemap::device {

/// Is this the mangled name of cooperative_groups::grid_group::sync() or of
/// what multi-device launches had?
constexpr bool isGridBarrier(std::string_view Mangled) {
  return Mangled.find("10grid_group4syncE") != std::string_view::npos ||
         Mangled.find("11__syncgrids") != std::string_view::npos;
}

} // namespace racemap::device

#endif // RACEMAP_RUNTIME_DEVICE_KNOWNFUNCTIONS_H
