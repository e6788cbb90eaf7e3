// BitVectorEncoder - terms as Z3 bit vectors, operator by operator.
//
// Truth terms are Z3 Booleans, all others bit vectors of their width. Promises
// of certain terms become side conditions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_SOLVE_BITVECTORENCODER_H
#define RACEMAP_PASSES_SOLVE_BITVECTORENCODER_H

#include "passes/map/Ranges.h"
#include "passes/solve/CertainTerms.h"
#include "passes/solve/Encoding.h"

namespace racemap::solve {

class BitVectorEncoder {
public:
  BitVectorEncoder(z3::context &Z, map::Ranges &R, const CertainTerms &Certain)
      : Z(Z), R(R), Certain(Certain) {}

  z3::expr encode(const map::Term *T);
  /// Of terms and facts.
  size_t size() const { return Done.size() + Side.size(); }
  /// Facts about what was encoded that have to be asserted too.
  const std::vector<z3::expr> &sideConditions() const { return Side; }
  /// The value of a variable or unknown that was encoded.
  std::optional<uint64_t> read(const map::Term *T, const z3::model &M);

private:
  z3::expr compute(const map::Term *T);
  z3::expr leaf(const map::Term *T);
  z3::expr operation(const map::Operation *T);
  z3::expr logical(const map::Operation *T);
  z3::expr convert(const map::Operation *T);
  z3::expr vector(const map::Term *T); ///< also of a truth term
  void keepPromises(const map::Operation *T, const z3::expr &A,
                    const z3::expr &B);

  z3::context &Z;
  map::Ranges &R;
  const CertainTerms &Certain;
  llvm::DenseMap<const map::Term *, unsigned> Index; ///< into Done
  std::vector<z3::expr> Done, Side;
};

} // namespace racemap::solve

#endif
