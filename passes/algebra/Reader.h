// Reader - terms as forms of integers, exactly.
//
// In:  conjuncts, the ranges of their terms where they hold, and which promises
//      are facts there.
// Out: a Problem.
// A term has two interpretations, unsigned and signed; its form is the number
// that it is in one of them. Sums and products are forms of their operands if
// their exact result is known to fit (by its range, or by a promise). What may
// wrap is its exact result minus a multiple of 2^width, which is a division as
// those of the source are (Divider). Masks are remainders, also by a name that
// is a power of two (x & (d - 1)); x ^ c is x + c - 2 * (x & c). x ^ y changes
// x only where y can have bits, in a field of digits of x; there, of x, y and x
// ^ y any two determine the third (swizzled tiles). Anything else is an atom.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_ALGEBRA_READER_H
#define RACEMAP_PASSES_ALGEBRA_READER_H

#include "passes/algebra/Divider.h"
#include "passes/algebra/PowersOfTwo.h"
#include "passes/map/Ranges.h"
#include "llvm/ADT/DenseMap.h"
#include <map>

namespace racemap::algebra {

/// The promises of an operation that are facts.
using Promised = llvm::function_ref<uint8_t(const map::Operation *)>;

class Reader {
public:
  Reader(llvm::ArrayRef<const map::Term *> Conjuncts, map::Ranges &R,
         Promised Promises)
      : Conjuncts(Conjuncts), R(R), Promises(Promises), Powers(Conjuncts),
        Parts(P) {}

  /// To be called once.
  Problem read();

private:
  /// The facts that follow if T is as Wanted.
  void collect(const map::Term *T, bool Wanted, Case &To);
  void compare(const map::Operation *T, bool Wanted, Case &To);
  void either(const map::Term *A, bool WantA, const map::Term *B, bool WantB,
              Case &To);
  void choose(const map::Operation *T, bool Wanted, Case &To);
  void sameTruth(const map::Term *A, const map::Term *B, bool Same, Case &To);
  Form of(const map::Term *T, bool Signed);
  Form compute(const map::Term *T, bool Signed);
  Form arithmetic(const map::Operation *T, bool Signed);
  Form exact(const map::Operation *T, bool Signed);
  bool isExact(const map::Operation *T, bool Signed);
  Form division(const map::Operation *T, bool Signed);
  std::optional<Form> comparedRest(const map::Term *T, const map::Term *With);
  /// x = d * Quotient + Remainder; both terms in one interpretation.
  std::optional<Divided> divideByTerm(const map::Term *X, const map::Term *D,
                                      bool Signed);
  Form bits(const map::Operation *T, bool Signed);
  bool areDisjoint(const map::Term *A, const map::Term *B);
  unsigned functionOf(const map::Unknown *U);
  std::optional<Form> masked(const map::Term *T, uint64_t Mask);
  std::optional<Form> belowPower(const map::Term *T, const map::Term *Mask);
  std::optional<Form> exclusiveOr(const Form &X, const Form &Y);
  Form exclusiveOrOfFields(const Form &X, const Form &Y, unsigned Width);
  Form choice(const map::Operation *T, bool Signed);
  Form truth(const map::Term *T);
  Form atom(const map::Term *T, bool Signed);
  /// Is T the same number in both interpretations?
  bool isSame(const map::Term *T) {
    return R.unsignedRange(T).High <= map::signedNumbers(T->width()).High;
  }
  /// The numbers that T can be.
  Bounds rangeOf(const map::Term *T, bool Signed) {
    auto I = R.range(T, Signed);
    return {I.Low, I.High};
  }

  llvm::ArrayRef<const map::Term *> Conjuncts;
  map::Ranges &R;
  Promised Promises;
  PowersOfTwo Powers;
  Problem P;
  Divider Parts;
  unsigned Depth = 0, Read = 0;
  llvm::DenseMap<std::pair<const map::Term *, unsigned>, Form> Known;
  llvm::DenseMap<std::pair<const map::Term *, unsigned>, AtomId> Atoms;
  llvm::DenseMap<std::pair<const map::Term *, const map::Term *>, Divided>
      ByTerm;
  /// The atoms that are terms read as signed numbers.
  std::vector<std::pair<const map::Term *, AtomId>> Interpreted;
  llvm::SmallVector<const map::Unknown *> Functions;
  std::map<std::pair<Form, Form>, Form> ExclusiveOrs;
};

} // namespace racemap::algebra

#endif
