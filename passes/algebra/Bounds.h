// Bounds - intervals of integers, which may be unbounded.
//
// Low at -Infinity and High at Infinity say nothing. Arithmetic saturates, each
// bound to the side on which it stays true: a lower bound is never above what
// it bounds, an upper one never below.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_ALGEBRA_BOUNDS_H
#define RACEMAP_PASSES_ALGEBRA_BOUNDS_H

#include <algorithm>

namespace racemap::algebra {

using Int = __int128;

constexpr Int Infinity = Int(1) << 120;

inline Int saturated(Int V) { return std::clamp(V, -Infinity, Infinity); }

inline Int timesSaturated(Int A, Int B) {
  Int Product;
  if (__builtin_mul_overflow(A, B, &Product))
    return (A < 0) == (B < 0) ? Infinity : -Infinity;
  return saturated(Product);
}

inline Int divideDown(Int A, Int B) {
  Int Q = A / B;
  return A % B != 0 && (A < 0) != (B < 0) ? Q - 1 : Q;
}
inline Int divideUp(Int A, Int B) { return -divideDown(-A, B); }

struct Bounds {
  Int Low = -Infinity, High = Infinity;

  bool isEmpty() const { return Low > High; }
  bool isPoint() const { return Low == High; }
  bool isNarrow() const { return High - Low < (Int(1) << 32); }
  bool hasLow() const { return Low > -Infinity; }
  bool hasHigh() const { return High < Infinity; }

  Bounds operator-() const { return {-High, -Low}; }
  Bounds operator+(const Bounds &B) const {
    return {hasLow() && B.hasLow() ? saturated(Low + B.Low) : -Infinity,
            hasHigh() && B.hasHigh() ? saturated(High + B.High) : Infinity};
  }
  Bounds operator-(const Bounds &B) const { return *this + -B; }
  Bounds operator*(const Bounds &B) const {
    auto [L, H] = std::minmax(
        {timesSaturated(Low, B.Low), timesSaturated(Low, B.High),
         timesSaturated(High, B.Low), timesSaturated(High, B.High)});
    return {L, H};
  }
  /// The integers x for which By * x is within these; By is positive.
  Bounds dividedBy(Int By) const {
    return {hasLow() ? divideUp(Low, By) : Low,
            hasHigh() ? divideDown(High, By) : High};
  }
  /// What both say.
  Bounds operator&(const Bounds &B) const {
    return {std::max(Low, B.Low), std::min(High, B.High)};
  }
  bool operator==(const Bounds &) const = default;
};

} // namespace racemap::algebra

#endif
