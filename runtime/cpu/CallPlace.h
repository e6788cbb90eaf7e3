// CallPlace - where the program called the CUDA runtime: the return addresses
// of the calls that led there, those of the library itself left out.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_CALLPLACE_H
#define RACEMAP_RUNTIME_CPU_CALLPLACE_H

#include <array>
#include <span>

namespace racemap::cpu {

class CallPlace {
public:
  /// Nowhere.
  CallPlace() = default;
  /// Of the call that is in progress. Only the innermost one if the program is
  /// not monitored, for that costs nothing.
  static CallPlace here(const void *Return);

  /// Innermost first.
  std::span<const void *const> returns() const {
    return {Returns.data(), Count};
  }

private:
  static constexpr unsigned MostFrames = 8;
  std::array<const void *, MostFrames> Returns{};
  unsigned Count = 0;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_CALLPLACE_H
