// Interval - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Interval.h"
#include <algorithm>

namespace racemap::map {

Interval unsignedNumbers(unsigned Width) {
  return {0, (__int128(1) << Width) - 1};
}

Interval signedNumbers(unsigned Width) {
  __int128 Half = __int128(1) << (Width - 1);
  return {-Half, Half - 1};
}

Interval intersect(Interval A, Interval B) {
  Interval R{std::max(A.Low, B.Low), std::min(A.High, B.High)};
  return R.Low <= R.High ? R : A; // contradictory facts: keep one
}

Interval toSigned(Interval U, unsigned Width) {
  __int128 Half = __int128(1) << (Width - 1), Full = Half * 2;
  if (U.High < Half)
    return U;
  if (U.Low >= Half)
    return {U.Low - Full, U.High - Full};
  return signedNumbers(Width);
}

Interval toUnsigned(Interval S, unsigned Width) {
  __int128 Full = __int128(1) << Width;
  if (S.Low >= 0)
    return S;
  if (S.High < 0)
    return {S.Low + Full, S.High + Full};
  return unsignedNumbers(Width);
}

} // namespace racemap::map
