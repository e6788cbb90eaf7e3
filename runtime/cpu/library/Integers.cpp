// Integers - libdevice's functions on integers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/library/Function.h"

#include <algorithm>
#include <bit>
#include <cstdint>

using Long = long long;
using ULong = unsigned long long;

RACEMAP_DEVICE(int, __nv_abs)(int X) { return X < 0 ? int(0u - X) : X; }
RACEMAP_DEVICE(Long, __nv_llabs)(Long X) { return X < 0 ? Long(0ull - X) : X; }

#define EXTREMES(TYPE, PREFIX)                                                 \
  RACEMAP_DEVICE(TYPE, __nv_##PREFIX##max)(TYPE X, TYPE Y) {                   \
    return std::max(X, Y);                                                     \
  }                                                                            \
  RACEMAP_DEVICE(TYPE, __nv_##PREFIX##min)(TYPE X, TYPE Y) {                   \
    return std::min(X, Y);                                                     \
  }
EXTREMES(int, )
EXTREMES(unsigned, u)
EXTREMES(Long, ll)
EXTREMES(ULong, ull)

RACEMAP_DEVICE(int, __nv_clz)(int X) { return std::countl_zero(unsigned(X)); }
RACEMAP_DEVICE(int, __nv_clzll)(Long X) { return std::countl_zero(ULong(X)); }
RACEMAP_DEVICE(int, __nv_popc)(int X) { return std::popcount(unsigned(X)); }
RACEMAP_DEVICE(int, __nv_popcll)(Long X) { return std::popcount(ULong(X)); }
RACEMAP_DEVICE(int, __nv_ffs)(int X) { return __builtin_ffs(X); }
RACEMAP_DEVICE(int, __nv_ffsll)(Long X) { return __builtin_ffsll(X); }
RACEMAP_DEVICE(unsigned, __nv_brev)(unsigned X) {
  return __builtin_bitreverse32(X);
}
RACEMAP_DEVICE(ULong, __nv_brevll)(ULong X) {
  return __builtin_bitreverse64(X);
}

RACEMAP_DEVICE(int, __nv_mulhi)(int X, int Y) { return int(Long(X) * Y >> 32); }
RACEMAP_DEVICE(unsigned, __nv_umulhi)(unsigned X, unsigned Y) {
  return unsigned(ULong(X) * Y >> 32);
}
RACEMAP_DEVICE(Long, __nv_mul64hi)(Long X, Long Y) {
  return Long(__int128(X) * Y >> 64);
}
RACEMAP_DEVICE(ULong, __nv_umul64hi)(ULong X, ULong Y) {
  return ULong((unsigned __int128)X * Y >> 64);
}

/// fns: the place of the N-th bit of Mask that is set, from Base upwards or, if
/// N is negative, downwards; if N is 0, Base if its bit is set. ~0: there is
/// none.
extern "C" unsigned __racemap_cpu_fns(unsigned Mask, unsigned Base, int N) {
  unsigned Step = N < 0 ? ~0u : 1, Left = N < 0 ? 0u - N : N;
  if (Left == 0)
    return Base < 32 && Mask >> Base & 1 ? Base : ~0u;
  for (unsigned At = Base; At < 32; At += Step)
    if ((Mask >> At & 1) && --Left == 0)
      return At;
  return ~0u;
}

/// The product of the low 24 bits.
RACEMAP_DEVICE(int, __nv_mul24)(int X, int Y) {
  return int(Long(int(unsigned(X) << 8) >> 8) * (int(unsigned(Y) << 8) >> 8));
}
RACEMAP_DEVICE(unsigned, __nv_umul24)(unsigned X, unsigned Y) {
  return (X & 0xffffff) * (Y & 0xffffff);
}

/// Averages, rounded down and up.
RACEMAP_DEVICE(int, __nv_hadd)(int X, int Y) { return int((Long(X) + Y) >> 1); }
RACEMAP_DEVICE(int, __nv_rhadd)(int X, int Y) {
  return int((Long(X) + Y + 1) >> 1);
}
RACEMAP_DEVICE(unsigned, __nv_uhadd)(unsigned X, unsigned Y) {
  return unsigned((ULong(X) + Y) >> 1);
}
RACEMAP_DEVICE(unsigned, __nv_urhadd)(unsigned X, unsigned Y) {
  return unsigned((ULong(X) + Y + 1) >> 1);
}

/// |X - Y| + Z
RACEMAP_DEVICE(unsigned, __nv_sad)(int X, int Y, unsigned Z) {
  return (X > Y ? unsigned(X) - unsigned(Y) : unsigned(Y) - unsigned(X)) + Z;
}
RACEMAP_DEVICE(unsigned, __nv_usad)(unsigned X, unsigned Y, unsigned Z) {
  return (X > Y ? X - Y : Y - X) + Z;
}

/// Four bytes of Y:X; bit 3 of a selector spreads the byte's sign instead.
RACEMAP_DEVICE(unsigned, __nv_byte_perm)(unsigned X, unsigned Y, unsigned S) {
  uint64_t Both = uint64_t(Y) << 32 | X;
  unsigned Result = 0;
  for (unsigned I = 0; I < 4; ++I) {
    unsigned Selector = S >> 4 * I;
    unsigned Byte = unsigned(Both >> 8 * (Selector & 7)) & 0xff;
    if (Selector & 8)
      Byte = Byte & 0x80 ? 0xff : 0;
    Result |= Byte << 8 * I;
  }
  return Result;
}
