// Rounding - the four modes of CUDA's suffixes, for the time of a scope.
//
// The file that uses it has to be compiled for that: #pragma STDC FENV_ACCESS.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_LIBRARY_ROUNDING_H
#define RACEMAP_RUNTIME_CPU_LIBRARY_ROUNDING_H

#include <cfenv>

namespace racemap::cpu {

enum class Rounding {
  rn = FE_TONEAREST,
  rz = FE_TOWARDZERO,
  rd = FE_DOWNWARD,
  ru = FE_UPWARD
};

/// The mode until the end of the scope. A fiber must not be switched in it.
class RoundingScope {
public:
  explicit RoundingScope(Rounding R) { std::fesetround(int(R)); }
  ~RoundingScope() { std::fesetround(FE_TONEAREST); }
  RoundingScope(const RoundingScope &) = delete;
  RoundingScope &operator=(const RoundingScope &) = delete;
};

} // namespace racemap::cpu

/// Expands DO once for each mode.
#define RACEMAP_FOR_ROUNDINGS(DO) DO(rn) DO(rz) DO(rd) DO(ru)

#endif // RACEMAP_RUNTIME_CPU_LIBRARY_ROUNDING_H
