// Device - the limits of the CPU device, as numbers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_API_DEVICE_H
#define RACEMAP_RUNTIME_CPU_API_DEVICE_H

#include <cstddef>

namespace racemap::cpu::api::device {

#define RACEMAP_PROPERTY(ATTRIBUTE, FIELD, VALUE)                              \
  inline constexpr size_t ATTRIBUTE = VALUE;
#include "runtime/cpu/api/Device.def"

/// The only device's number is 0.
inline bool exists(int Device) { return Device == 0; }

} // namespace racemap::cpu::api::device

#endif // RACEMAP_RUNTIME_CPU_API_DEVICE_H
