// Derived - libdevice's functions that libm lacks and that follow from others.
//
// float versions compute in double, double versions in long double where
// cancellation or overflow on the way would show.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/library/Function.h"

#include <cmath>
#include <numbers>
#include <tuple>
#include <utility>

/// NAME of double, and of float in terms of it.
#define UNARY(NAME, EXPRESSION)                                                \
  RACEMAP_DEVICE(double, __nv_##NAME)(double X) { return double(EXPRESSION); } \
  RACEMAP_DEVICE(float, __nv_##NAME##f)(float F) {                             \
    double X = F;                                                              \
    return float(EXPRESSION);                                                  \
  }

static constexpr double Pi = std::numbers::pi;

/// sin and cos of pi * X, exact at multiples of a half.
static std::pair<double, double> sinCosPi(double X) {
  if (!std::isfinite(X))
    return {NAN, NAN};
  double R = std::fmod(X, 2.0);
  double Quarter = std::nearbyint(2 * R);
  double Rest = (R - Quarter / 2) * Pi;
  double S = std::sin(Rest), C = std::cos(Rest);
  switch (int(Quarter) & 3) {
  case 0:
    return {S == 0 ? std::copysign(0.0, X) : S, C};
  case 1:
    return {C, S == 0 ? 0.0 : -S};
  case 2:
    return {S == 0 ? std::copysign(0.0, X) : -S, -C};
  }
  return {-C, S == 0 ? 0.0 : S};
}

UNARY(sinpi, sinCosPi(X).first)
UNARY(cospi, sinCosPi(X).second)
RACEMAP_DEVICE(void, __nv_sincospi)(double X, double *Sine, double *Cosine) {
  std::tie(*Sine, *Cosine) = sinCosPi(X);
}
RACEMAP_DEVICE(void, __nv_sincospif)(float X, float *Sine, float *Cosine) {
  auto [S, C] = sinCosPi(X);
  *Sine = float(S);
  *Cosine = float(C);
}

UNARY(rsqrt, 1.0L / std::sqrt((long double)X))
UNARY(rcbrt, 1.0L / std::cbrt((long double)X))

/// The root of a sum of squares: infinite if a component is, else NaN if one
/// is; long double has room for all squares.
template <class T> static long double normOf(int Dimensions, const T *Values) {
  long double Sum = 0;
  bool IsNan = false;
  for (int I = 0; I < Dimensions; ++I) {
    double V = Values[I];
    if (std::isinf(V))
      return INFINITY;
    IsNan |= std::isnan(V);
    Sum += (long double)V * V;
  }
  return IsNan ? (long double)NAN : std::sqrt(Sum);
}

#define NORMS(TYPE, SUFFIX)                                                    \
  RACEMAP_DEVICE(TYPE, __nv_norm##SUFFIX)(int N, const TYPE *V) {              \
    return TYPE(normOf(N, V));                                                 \
  }                                                                            \
  RACEMAP_DEVICE(TYPE, __nv_rnorm##SUFFIX)(int N, const TYPE *V) {             \
    return TYPE(1 / normOf(N, V));                                             \
  }                                                                            \
  RACEMAP_DEVICE(TYPE, __nv_rhypot##SUFFIX)(TYPE X, TYPE Y) {                  \
    TYPE V[] = {X, Y};                                                         \
    return TYPE(1 / normOf(2, V));                                             \
  }                                                                            \
  RACEMAP_DEVICE(TYPE, __nv_norm3d##SUFFIX)(TYPE X, TYPE Y, TYPE Z) {          \
    TYPE V[] = {X, Y, Z};                                                      \
    return TYPE(normOf(3, V));                                                 \
  }                                                                            \
  RACEMAP_DEVICE(TYPE, __nv_rnorm3d##SUFFIX)(TYPE X, TYPE Y, TYPE Z) {         \
    TYPE V[] = {X, Y, Z};                                                      \
    return TYPE(1 / normOf(3, V));                                             \
  }                                                                            \
  RACEMAP_DEVICE(TYPE, __nv_norm4d##SUFFIX)(TYPE X, TYPE Y, TYPE Z, TYPE W) {  \
    TYPE V[] = {X, Y, Z, W};                                                   \
    return TYPE(normOf(4, V));                                                 \
  }                                                                            \
  RACEMAP_DEVICE(TYPE, __nv_rnorm4d##SUFFIX)(TYPE X, TYPE Y, TYPE Z, TYPE W) { \
    TYPE V[] = {X, Y, Z, W};                                                   \
    return TYPE(1 / normOf(4, V));                                             \
  }
NORMS(double, )
NORMS(float, f)

UNARY(cyl_bessel_i0,
      std::isinf(X) ? INFINITY : std::cyl_bessel_i(0.0, std::fabs(X)))
UNARY(cyl_bessel_i1,
      std::isinf(X) ? X
                    : std::copysign(std::cyl_bessel_i(1.0, std::fabs(X)), X))
