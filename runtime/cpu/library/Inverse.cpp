// Inverse - the error function scaled, and its inverses.
//
// The inverses start from an approximation and are refined by Newton's method
// in long double: on erf near 0, on the logarithm of erfc in its tail, where
// the result is then exact in relative terms.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/library/Function.h"

#include <cmath>
#include <numbers>

using Real = long double;

static constexpr Real SqrtPi = 1 / std::numbers::inv_sqrtpi_v<Real>;
static constexpr Real Sqrt2 = std::numbers::sqrt2_v<Real>;
static constexpr int Rounds = 12;

/// For |X| <= 1/2.
static Real erfInvSmall(Real X) {
  Real Z = X * SqrtPi / 2;
  for (int I = 0; I < Rounds; ++I)
    Z -= (std::erf(Z) - X) * SqrtPi / 2 * std::exp(Z * Z);
  return Z;
}

/// For 0 < Y <= 1/2.
static Real erfcInvTail(Real Y) {
  Real L = -std::log(Y);
  Real Z = std::sqrt(std::fmax(L - std::log(SqrtPi * std::sqrt(L)), Real(0.2)));
  for (int I = 0; I < Rounds; ++I) {
    Real E = std::erfc(Z);
    Z += std::log(E / Y) * E * SqrtPi / 2 * std::exp(Z * Z);
  }
  return Z;
}

static Real erfInv(Real X) {
  Real Size = std::fabs(X);
  if (std::isnan(X) || Size > 1)
    return NAN;
  if (Size == 1)
    return X * INFINITY;
  return Size <= 0.5L ? erfInvSmall(X)
                      : std::copysign(erfcInvTail(1 - Size), X);
}

static Real erfcInv(Real Y) {
  if (std::isnan(Y) || Y < 0 || Y > 2)
    return NAN;
  if (Y == 0 || Y == 2)
    return Y == 0 ? INFINITY : -INFINITY;
  if (Y <= 0.5L)
    return erfcInvTail(Y);
  return Y < 1.5L ? erfInvSmall(1 - Y) : -erfcInvTail(2 - Y);
}

/// Far out, the first terms of the asymptotic series are all there is.
static Real erfcx(Real X) {
  if (X < 50)
    return std::exp(X * X) * std::erfc(X);
  Real Square = 2 * X * X;
  return (1 - 1 / Square + 3 / (Square * Square)) / (X * SqrtPi);
}

#define UNARY(NAME, EXPRESSION)                                                \
  RACEMAP_DEVICE(double, __nv_##NAME)(double D) {                              \
    Real X = D;                                                                \
    return double(EXPRESSION);                                                 \
  }                                                                            \
  RACEMAP_DEVICE(float, __nv_##NAME##f)(float F) {                             \
    Real X = F;                                                                \
    return float(EXPRESSION);                                                  \
  }
UNARY(erfinv, erfInv(X))
UNARY(erfcinv, erfcInv(X))
UNARY(erfcx, erfcx(X))
UNARY(normcdf, std::erfc(-X / Sqrt2) / 2)
UNARY(normcdfinv, -Sqrt2 *erfcInv(2 * X))
