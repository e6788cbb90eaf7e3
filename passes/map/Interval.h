// Interval - a range of integers, and what it is in the other interpretation.
//
// A number of Width bits has an unsigned and a signed interpretation. An
// interval that lies in one half of its interpretation is an interval in the
// other; one that crosses the middle is everything.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_INTERVAL_H
#define RACEMAP_PASSES_MAP_INTERVAL_H

namespace racemap::map {

/// All integers from Low to High, both included; never empty.
struct Interval {
  __int128 Low, High;
  bool isWithin(const Interval &Other) const {
    return Other.Low <= Low && High <= Other.High;
  }
  bool isPoint() const { return Low == High; }
};

/// All unsigned, or all signed, numbers of a width.
Interval unsignedNumbers(unsigned Width);
Interval signedNumbers(unsigned Width);
inline Interval numbers(unsigned Width, bool Signed) {
  return Signed ? signedNumbers(Width) : unsignedNumbers(Width);
}

/// What A and B have in common; A if that is nothing.
Interval intersect(Interval A, Interval B);

/// The signed interpretation of the unsigned numbers in U, and the reverse.
Interval toSigned(Interval U, unsigned Width);
Interval toUnsigned(Interval S, unsigned Width);

} // namespace racemap::map

#endif
