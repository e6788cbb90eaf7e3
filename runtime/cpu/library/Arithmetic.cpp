// Arithmetic - additions, products, quotients and roots with a rounding mode.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/library/Function.h"
#include "runtime/cpu/library/Rounding.h"

#pragma STDC FENV_ACCESS ON

using racemap::cpu::Rounding;
using racemap::cpu::RoundingScope;

// Not std::sqrt() and std::fma(), which are compiled without that pragma and
// could be moved out of the scope.
static double root(double X) { return __builtin_sqrt(X); }
static float root(float X) { return __builtin_sqrtf(X); }
static double fused(double X, double Y, double Z) {
  return __builtin_fma(X, Y, Z);
}
static float fused(float X, float Y, float Z) {
  return __builtin_fmaf(X, Y, Z);
}

#define BINARY(TYPE, NAME, MODE, EXPRESSION)                                   \
  RACEMAP_DEVICE(TYPE, __nv_##NAME##_##MODE)(TYPE X, TYPE Y) {                 \
    RoundingScope Scope(Rounding::MODE);                                       \
    volatile TYPE Result = EXPRESSION;                                         \
    return Result;                                                             \
  }
#define UNARY(TYPE, NAME, MODE, EXPRESSION)                                    \
  RACEMAP_DEVICE(TYPE, __nv_##NAME##_##MODE)(TYPE X) {                         \
    RoundingScope Scope(Rounding::MODE);                                       \
    volatile TYPE Result = EXPRESSION;                                         \
    return Result;                                                             \
  }
#define FMA(TYPE, NAME, MODE)                                                  \
  RACEMAP_DEVICE(TYPE, __nv_##NAME##_##MODE)(TYPE X, TYPE Y, TYPE Z) {         \
    RoundingScope Scope(Rounding::MODE);                                       \
    volatile TYPE Result = fused(X, Y, Z);                                     \
    return Result;                                                             \
  }

#define ALL(TYPE, PREFIX, MODE)                                                \
  BINARY(TYPE, PREFIX##add, MODE, X + Y)                                       \
  BINARY(TYPE, PREFIX##sub, MODE, X - Y)                                       \
  BINARY(TYPE, PREFIX##mul, MODE, X *Y)                                        \
  BINARY(TYPE, PREFIX##div, MODE, X / Y)                                       \
  UNARY(TYPE, PREFIX##rcp, MODE, TYPE(1) / X)                                  \
  UNARY(TYPE, PREFIX##sqrt, MODE, root(X))
#define ALL_OF_MODE(MODE)                                                      \
  ALL(double, d, MODE)                                                         \
  ALL(float, f, MODE)                                                          \
  FMA(double, fma, MODE)                                                       \
  FMA(float, fmaf, MODE)                                                       \
  FMA(float, fmaf_ieee, MODE)
RACEMAP_FOR_ROUNDINGS(ALL_OF_MODE)

RACEMAP_DEVICE(float, __nv_frsqrt_rn)(float X) {
  return float(1.0 / root(double(X)));
}

/// The reciprocal's upper half, the lower one is 0.
RACEMAP_DEVICE(double, __nv_rcp64h)(double X) {
  double R = 1 / X;
  unsigned long long Bits;
  __builtin_memcpy(&Bits, &R, sizeof(Bits));
  Bits &= ~0ull << 32;
  __builtin_memcpy(&R, &Bits, sizeof(Bits));
  return R;
}
