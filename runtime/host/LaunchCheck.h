// LaunchCheck - does a launch keep to what a proof assumes?
//
// In:  the conditions as the module has them (passes/driver/LeanKernels writes
//      them), and a launch: its dimensions, its arguments, the allocations that
//      its pointers lead to.
// Out: the conditions that do not hold.
// Conditions are steps, each a number of 1 to 64 bits made of those before it,
// with the meaning of a MAP's terms: arithmetic wraps, a shift by the width or
// more gives 0 (the sign if it is arithmetic), division by zero all ones and
// its remainder the dividend. A step that promises not to wrap and does is no
// number: the launch does not keep to what is assumed. A condition costs some
// nanoseconds for each of its steps.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_HOST_LAUNCHCHECK_H
#define RACEMAP_RUNTIME_HOST_LAUNCHCHECK_H

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace racemap::host {

/// Memory that belongs together; no bytes if that is nobody's.
struct MemoryRange {
  uint64_t Begin = 0, Bytes = 0;
  bool IsVariable = false; ///< of the program, not allocated
};

/// What is asked of a launch.
struct LaunchInputs {
  std::array<uint32_t, 3> BlockDim{1, 1, 1}, GridDim{1, 1, 1};
  /// Pointers to the arguments.
  const void *const *Arguments = nullptr;
  /// What an address lies in.
  std::function<MemoryRange(uint64_t Address)> RangeOf;
};

/// Where a value lies among the arguments.
struct ArgumentPlace {
  unsigned Number = 0;
  uint64_t Offset = 0;

  uint64_t pointerIn(const LaunchInputs &L) const;
};

class LaunchCheck {
public:
  /// Of the JSON text of one of a kernel's `launches`. Nothing if it is not as
  /// it should be.
  static std::optional<LaunchCheck> read(const std::string &Json);

  /// What the launch does not keep to, in words; empty: it keeps to all.
  std::vector<std::string> broken(const LaunchInputs &L) const;

private:
  struct Step {
    enum class Kind : uint8_t { Constant, Argument, Dimension, Operation };
    Kind K = Kind::Constant;
    uint8_t Width = 64, OperandWidth = 64;
    uint8_t Op = 0; ///< of device::LaunchWords
    bool NoSignedWrap = false, NoUnsignedWrap = false;
    unsigned Operands[3] = {}; ///< earlier steps; the first, of Dimension:
                               ///< 0 to 2 of the block, 3 to 5 of the grid
    uint64_t Value = 0;        ///< of Constant
    ArgumentPlace Place = {};  ///< of Argument
  };
  struct Condition {
    unsigned Step = 0;
    std::string Text;
  };
  struct Pair {
    ArgumentPlace A, B;
    std::string Text;
  };
  struct NoVariable {
    ArgumentPlace Place;
    std::string Text;
  };

  /// Nothing if it breaks a promise not to wrap.
  static std::optional<uint64_t> evaluate(const Step &S,
                                          const std::vector<uint64_t> &Before,
                                          const LaunchInputs &L);

  std::vector<Step> Steps;
  std::vector<Condition> Holds;
  std::vector<Pair> Apart;
  std::vector<NoVariable> NoVariables;

  friend struct LaunchCheckReader;
};

} // namespace racemap::host

#endif // RACEMAP_RUNTIME_HOST_LAUNCHCHECK_H
