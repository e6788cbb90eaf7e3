// Math - libdevice's functions that the host's libm has as well.
//
// The host's are at least as exact as what CUDA promises. float functions are
// computed in double where libm has nothing of its own for float.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/library/Function.h"

#include <cmath>

/// __nv_NAME of double and __nv_NAMEf of float.
#define UNARY(NAME)                                                            \
  RACEMAP_DEVICE(double, __nv_##NAME)(double X) { return std::NAME(X); }       \
  RACEMAP_DEVICE(float, __nv_##NAME##f)(float X) { return std::NAME(X); }
#define BINARY(NAME)                                                           \
  RACEMAP_DEVICE(double, __nv_##NAME)(double X, double Y) {                    \
    return std::NAME(X, Y);                                                    \
  }                                                                            \
  RACEMAP_DEVICE(float, __nv_##NAME##f)(float X, float Y) {                    \
    return std::NAME(X, Y);                                                    \
  }

UNARY(acos)
UNARY(acosh)
UNARY(asin)
UNARY(asinh)
UNARY(atan)
UNARY(atanh)
UNARY(cbrt)
UNARY(ceil)
UNARY(cos)
UNARY(cosh)
UNARY(erf)
UNARY(erfc)
UNARY(exp)
UNARY(exp2)
UNARY(expm1)
UNARY(fabs)
UNARY(floor)
UNARY(log)
UNARY(log10)
UNARY(log1p)
UNARY(log2)
UNARY(logb)
UNARY(nearbyint)
UNARY(rint)
UNARY(round)
UNARY(sin)
UNARY(sinh)
UNARY(sqrt)
UNARY(tan)
UNARY(tanh)
UNARY(tgamma)
UNARY(trunc)
BINARY(atan2)
BINARY(copysign)
BINARY(fdim)
BINARY(fmax)
BINARY(fmin)
BINARY(fmod)
BINARY(hypot)
BINARY(nextafter)
BINARY(pow)
BINARY(remainder)

/// Functions of libm outside of namespace std; float over double.
#define UNARY_C(NAME)                                                          \
  RACEMAP_DEVICE(double, __nv_##NAME)(double X) { return ::NAME(X); }          \
  RACEMAP_DEVICE(float, __nv_##NAME##f)(float X) { return float(::NAME(X)); }
#define OF_ORDER(NAME)                                                         \
  RACEMAP_DEVICE(double, __nv_##NAME)(int N, double X) {                       \
    return ::NAME(N, X);                                                       \
  }                                                                            \
  RACEMAP_DEVICE(float, __nv_##NAME##f)(int N, float X) {                      \
    return float(::NAME(N, X));                                                \
  }

UNARY_C(exp10)
UNARY_C(j0)
UNARY_C(j1)
UNARY_C(y0)
UNARY_C(y1)
OF_ORDER(jn)
OF_ORDER(yn)

/// The float function for float and the double function for double.
#define FOR_BOTH(RESULT, NAME, SUFFIX_D, SUFFIX_F, EXPRESSION)                 \
  RACEMAP_DEVICE(RESULT, __nv_##NAME##SUFFIX_D)(double X) {                    \
    return EXPRESSION;                                                         \
  }                                                                            \
  RACEMAP_DEVICE(RESULT, __nv_##NAME##SUFFIX_F)(float X) { return EXPRESSION; }

FOR_BOTH(int, isinf, d, f, std::isinf(X))
FOR_BOTH(int, isnan, d, f, std::isnan(X))
FOR_BOTH(int, signbit, d, f, std::signbit(X))
FOR_BOTH(int, ilogb, , f, std::ilogb(X))
RACEMAP_DEVICE(int, __nv_isfinited)(double X) { return std::isfinite(X); }
RACEMAP_DEVICE(int, __nv_finitef)(float X) { return std::isfinite(X); }

/// lgamma() sets a variable of the process, these do not.
RACEMAP_DEVICE(double, __nv_lgamma)(double X) {
  int Sign;
  return ::lgamma_r(X, &Sign);
}
RACEMAP_DEVICE(float, __nv_lgammaf)(float X) {
  int Sign;
  return ::lgammaf_r(X, &Sign);
}

RACEMAP_DEVICE(double, __nv_fma)(double X, double Y, double Z) {
  return std::fma(X, Y, Z);
}
RACEMAP_DEVICE(float, __nv_fmaf)(float X, float Y, float Z) {
  return std::fma(X, Y, Z);
}

/// A number and an integer.
#define SCALE(NAME, DO)                                                        \
  RACEMAP_DEVICE(double, __nv_##NAME)(double X, int N) { return DO(X, N); }    \
  RACEMAP_DEVICE(float, __nv_##NAME##f)(float X, int N) { return DO(X, N); }

static double powi(double X, int N) { return std::pow(X, double(N)); }
SCALE(ldexp, std::ldexp)
SCALE(scalbn, std::scalbn)
RACEMAP_DEVICE(double, __nv_powi)(double X, int N) { return powi(X, N); }
RACEMAP_DEVICE(float, __nv_powif)(float X, int N) { return float(powi(X, N)); }

/// Functions with results behind pointers.
// NOLINTBEGIN(bugprone-macro-parentheses): types stand where they would not go
#define SPLIT(TYPE, SUFFIX)                                                    \
  RACEMAP_DEVICE(TYPE, __nv_frexp##SUFFIX)(TYPE X, int *Exponent) {            \
    *Exponent = 0;                                                             \
    return std::frexp(X, Exponent);                                            \
  }                                                                            \
  RACEMAP_DEVICE(TYPE, __nv_modf##SUFFIX)(TYPE X, TYPE * Whole) {              \
    return std::modf(X, Whole);                                                \
  }                                                                            \
  RACEMAP_DEVICE(TYPE, __nv_remquo##SUFFIX)(TYPE X, TYPE Y, int *Quotient) {   \
    return std::remquo(X, Y, Quotient);                                        \
  }                                                                            \
  RACEMAP_DEVICE(void, __nv_sincos##SUFFIX)(TYPE X, TYPE * Sine,               \
                                            TYPE * Cosine) {                   \
    *Sine = std::sin(X);                                                       \
    *Cosine = std::cos(X);                                                     \
  }                                                                            \
  RACEMAP_DEVICE(TYPE, __nv_nan##SUFFIX)(const char *) { return TYPE(NAN); }
SPLIT(double, )
SPLIT(float, f)
// NOLINTEND(bugprone-macro-parentheses)
