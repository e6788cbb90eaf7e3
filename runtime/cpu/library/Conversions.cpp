// Conversions - between numbers, with a rounding mode; and of bits.
//
// What does not fit an integer becomes the nearest that does. NaN becomes 0,
// but 1 << (bits - 1) if either side has 64 bits: PTX's rule for cvt.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/library/Function.h"
#include "runtime/cpu/library/Rounding.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#pragma STDC FENV_ACCESS ON

using racemap::cpu::Rounding;
using racemap::cpu::RoundingScope;

template <class To, class From> static To saturate(From Whole) {
  using Limits = std::numeric_limits<To>;
  if (std::isnan(Whole)) {
    bool IsWide = sizeof(To) == 8 || sizeof(From) == 8;
    return IsWide ? To(uint64_t(1) << (sizeof(To) * 8 - 1)) : To(0);
  }
  // The power of two above the largest integer is exact in both types.
  From Above = std::ldexp(From(1), Limits::digits);
  if (Whole >= Above)
    return Limits::max();
  return Whole < From(Limits::min()) ? Limits::min() : To(Whole);
}

template <class To, class From> static To toInteger(From X, Rounding R) {
  switch (R) {
  case Rounding::rn:
    return saturate<To>(std::nearbyint(X));
  case Rounding::rz:
    return saturate<To>(std::trunc(X));
  case Rounding::rd:
    return saturate<To>(std::floor(X));
  case Rounding::ru:
    return saturate<To>(std::ceil(X));
  }
  return 0;
}

template <class To, class From> static To toFloat(From X, Rounding R) {
  RoundingScope Scope(R);
  volatile From Source = X;
  volatile To Result = To(Source);
  return Result;
}

// NOLINTBEGIN(bugprone-macro-parentheses): a template and its type
#define CONVERT(HOW, TO, FROM, NAME, MODE)                                     \
  RACEMAP_DEVICE(TO, __nv_##NAME##_##MODE)(FROM X) {                           \
    return HOW<TO>(X, Rounding::MODE);                                         \
  }
// NOLINTEND(bugprone-macro-parentheses)
#define ALL(MODE)                                                              \
  CONVERT(toInteger, int, double, double2int, MODE)                            \
  CONVERT(toInteger, unsigned, double, double2uint, MODE)                      \
  CONVERT(toInteger, long long, double, double2ll, MODE)                       \
  CONVERT(toInteger, unsigned long long, double, double2ull, MODE)             \
  CONVERT(toInteger, int, float, float2int, MODE)                              \
  CONVERT(toInteger, unsigned, float, float2uint, MODE)                        \
  CONVERT(toInteger, long long, float, float2ll, MODE)                         \
  CONVERT(toInteger, unsigned long long, float, float2ull, MODE)               \
  CONVERT(toFloat, float, double, double2float, MODE)                          \
  CONVERT(toFloat, float, int, int2float, MODE)                                \
  CONVERT(toFloat, float, unsigned, uint2float, MODE)                          \
  CONVERT(toFloat, float, long long, ll2float, MODE)                           \
  CONVERT(toFloat, float, unsigned long long, ull2float, MODE)                 \
  CONVERT(toFloat, double, long long, ll2double, MODE)                         \
  CONVERT(toFloat, double, unsigned long long, ull2double, MODE)
RACEMAP_FOR_ROUNDINGS(ALL)

RACEMAP_DEVICE(double, __nv_int2double_rn)(int X) { return X; }
RACEMAP_DEVICE(double, __nv_uint2double_rn)(unsigned X) { return X; }

#define ROUND(NAME, TYPE, EXPRESSION)                                          \
  RACEMAP_DEVICE(long long, __nv_##NAME)(TYPE X) {                             \
    return saturate<long long>(EXPRESSION);                                    \
  }
ROUND(llrint, double, std::nearbyint(X))
ROUND(llrintf, float, std::nearbyint(X))
ROUND(llround, double, std::round(X))
ROUND(llroundf, float, std::round(X))

template <class To, class From> static To bits(From X) {
  static_assert(sizeof(To) == sizeof(From));
  To Result;
  std::memcpy(&Result, &X, sizeof(To));
  return Result;
}

#define BITS(NAME, TO, FROM)                                                   \
  RACEMAP_DEVICE(TO, __nv_##NAME)(FROM X) { return bits<TO>(X); }
BITS(double_as_longlong, long long, double)
BITS(longlong_as_double, double, long long)
BITS(float_as_int, int, float)
BITS(float_as_uint, unsigned, float)
BITS(int_as_float, float, int)
BITS(uint_as_float, float, unsigned)

RACEMAP_DEVICE(int, __nv_double2hiint)(double X) {
  return int(bits<uint64_t>(X) >> 32);
}
RACEMAP_DEVICE(int, __nv_double2loint)(double X) {
  return int(bits<uint64_t>(X));
}
RACEMAP_DEVICE(double, __nv_hiloint2double)(int High, int Low) {
  return bits<double>(uint64_t(unsigned(High)) << 32 | unsigned(Low));
}

RACEMAP_DEVICE(unsigned short, __nv_float2half_rn)(float X) {
  return bits<unsigned short>(static_cast<_Float16>(X));
}
RACEMAP_DEVICE(float, __nv_half2float)(unsigned short X) {
  return float(bits<_Float16>(X));
}

/// The nearest, of two the even one.
static __bf16 bfloat16(float X) {
  auto Bits = std::bit_cast<uint32_t>(X);
  Bits += std::isnan(X) ? 0 : 0x7fff + (Bits >> 16 & 1);
  Bits |= std::isnan(X) ? 1u << 22 : 0;
  return std::bit_cast<__bf16>(uint16_t(Bits >> 16));
}

// What the backend calls where the host has no instruction for bfloat16.
RACEMAP_DEVICE(__bf16, __truncsfbf2)(float X) { return bfloat16(X); }

/// The float in between is rounded to odd, so that nothing is rounded twice.
RACEMAP_DEVICE(__bf16, __truncdfbf2)(double X) {
  volatile double Source = X;
  float Near = float(Source);
  auto Bits = std::bit_cast<uint32_t>(Near);
  bool IsAway = std::fabs(double(Near)) > std::fabs(X);
  if (!std::isnan(X) && double(Near) != X)
    Bits = (Bits - IsAway) | 1;
  return bfloat16(std::bit_cast<float>(Bits));
}
