// Ranges - which values a term can take.
//
// In:  ranges of the names (a launch's limits, a loop's bounds).
// Out: for each term an interval of its unsigned and one of its signed
//      interpretation, both sound for every assignment within the names'
//      ranges.
// Interval arithmetic, with one relational fact that it would miss: a grid
// product (see there) stays below 2^31, for those who bound grids. Where
// dimensions are symbolic this is an assumption about the launch.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_RANGES_H
#define RACEMAP_PASSES_MAP_RANGES_H

#include "passes/map/Interval.h"
#include "passes/map/Term.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace racemap::map {

/// What a built-in can be on any GPU.
Interval launchLimit(Builtin B);

class Ranges {
public:
  virtual ~Ranges() = default;

  Interval unsignedRange(const Term *T);
  Interval signedRange(const Term *T);
  Interval range(const Term *T, bool Signed) {
    return Signed ? signedRange(T) : unsignedRange(T);
  }
  /// Of 1 bit.
  bool isAlwaysFalse(const Term *T) { return unsignedRange(T).High == 0; }
  bool isAlwaysTrue(const Term *T) { return unsignedRange(T).Low == 1; }

  /// The exact result of Add, Sub, Mul or Shl by a constant, before it is cut
  /// to the width, if the operands are read as unsigned (signed) numbers.
  Interval exactRange(const Operation *T, bool Signed);
  /// What T can be, read as unsigned, if it is a grid product or a multiple of
  /// one, which do not wrap where grids are bounded.
  std::optional<Interval> boundedProduct(const Operation *T) const;

  /// Are grid products of the dimension taken to be below 2^31?
  virtual bool boundsGrid(unsigned /*Dimension*/) const { return false; }

protected:
  struct Both {
    Interval Unsigned, Signed;
  };
  /// Of the unsigned interpretation. The default: all numbers of the width, and
  /// the hardware's launch limits for built-ins.
  virtual Interval rangeOf(const Variable *V);
  /// What else is known of a term, beside what follows from its operands.
  virtual void restrict(const Term *, Both &) {}
  /// More is known of T, or of any term.
  void refresh(const Term *T) { restrict(T, Known.find(T)->second); }
  void forget() { Known.clear(); }

private:
  const Both &both(const Term *T);
  Both compute(const Term *T);
  Both operation(const Operation *T);
  bool isPart(const Term *Part, const Term *Whole);
  Both wrapped(const Operation *T);
  Both divided(const Operation *T);
  Both bitwise(const Operation *T);
  Both compared(const Operation *T);
  Both converted(const Operation *T);

  llvm::DenseMap<const Term *, Both> Known;
};

} // namespace racemap::map

#endif
