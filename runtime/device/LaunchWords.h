// LaunchWords - the operators and dimensions in what a launch is asked
// (runtime/host/LaunchCheck.h): the analysis writes their names; the runtime,
// and code of the host (passes/instrument/LaunchTerms.h), read them.
//
// They are those of a MAP's terms (passes/map/Term.h), in that order and with
// that meaning.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_DEVICE_LAUNCHWORDS_H
#define RACEMAP_RUNTIME_DEVICE_LAUNCHWORDS_H

#include <cstdint>

namespace racemap::device {

/// In the order of LaunchWords.
enum class LaunchOp : uint8_t {
  Add,
  Sub,
  Mul,
  UDiv,
  SDiv,
  URem,
  SRem,
  Shl,
  LShr,
  AShr,
  And,
  Or,
  Xor,
  Eq,
  Ne,
  ULt,
  ULe,
  SLt,
  SLe,
  ZExt,
  SExt,
  Trunc,
  Ite
};

inline constexpr const char *LaunchWords[] = {
    "add",  "sub",  "mul", "udiv", "sdiv", "urem",  "srem", "shl",
    "lshr", "ashr", "and", "or",   "xor",  "eq",    "ne",   "ult",
    "ule",  "slt",  "sle", "zext", "sext", "trunc", "ite"};

inline constexpr unsigned NumLaunchWords =
    sizeof LaunchWords / sizeof LaunchWords[0];
static_assert(unsigned(LaunchOp::Ite) + 1 == NumLaunchWords);

/// Of the block, then of the grid.
inline constexpr const char *LaunchDimensions[] = {"blockDim.x", "blockDim.y",
                                                   "blockDim.z", "gridDim.x",
                                                   "gridDim.y",  "gridDim.z"};

} // namespace racemap::device

#endif // RACEMAP_RUNTIME_DEVICE_LAUNCHWORDS_H
