// FastMath - what -use_fast_math and the __sinf() kind of intrinsics call.
//
// A GPU computes these roughly. The CPU has no such shortcut and gives the
// exact functions' results, in CUDA's special cases too.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/library/Function.h"

#include <cmath>

RACEMAP_DEVICE(float, __nv_fast_sinf)(float X) { return std::sin(X); }
RACEMAP_DEVICE(float, __nv_fast_cosf)(float X) { return std::cos(X); }
RACEMAP_DEVICE(float, __nv_fast_tanf)(float X) { return std::tan(X); }
RACEMAP_DEVICE(float, __nv_fast_tanhf)(float X) { return std::tanh(X); }
RACEMAP_DEVICE(float, __nv_fast_expf)(float X) { return std::exp(X); }
RACEMAP_DEVICE(float, __nv_fast_exp10f)(float X) { return ::exp10f(X); }
RACEMAP_DEVICE(float, __nv_fast_logf)(float X) { return std::log(X); }
RACEMAP_DEVICE(float, __nv_fast_log2f)(float X) { return std::log2(X); }
RACEMAP_DEVICE(float, __nv_fast_log10f)(float X) { return std::log10(X); }

RACEMAP_DEVICE(float, __nv_fast_powf)(float X, float Y) {
  return std::pow(X, Y);
}

RACEMAP_DEVICE(void, __nv_fast_sincosf)(float X, float *Sine, float *Cosine) {
  *Sine = std::sin(X);
  *Cosine = std::cos(X);
}

/// 0 for divisors beyond 2^126, as documented; infinite by those is NaN.
RACEMAP_DEVICE(float, __nv_fast_fdividef)(float X, float Y) {
  if (std::fabs(Y) > 0x1p126f && std::isfinite(Y))
    return std::isinf(X) ? NAN : std::copysign(0.0f, X * Y);
  return X / Y;
}

RACEMAP_DEVICE(float, __nv_saturatef)(float X) {
  return X > 0 ? std::fmin(X, 1.0f) : 0.0f;
}
