// IntegerEncoder - terms as unbounded integers, exactly.
//
// Each term has two interpretations, unsigned and signed. An operator is
// encoded in the interpretation in which its exact result is shown to fit (by
// Ranges, or by a promise); what may wrap is cut by a modulus. Products of two
// unknown numbers are opaque, with lemmas that say how they grow (Products),
// and so are counts of bits: that makes the encoding an over-approximation, so
// what it refutes is refuted, and a model has to be checked. Bit operations
// that are not divisions or remainders in disguise cannot be encoded; then
// failed() is true.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_SOLVE_INTEGERENCODER_H
#define RACEMAP_PASSES_SOLVE_INTEGERENCODER_H

#include "passes/solve/CertainTerms.h"
#include "passes/solve/Digits.h"
#include "passes/solve/Encoding.h"
#include "passes/solve/ImpliedRanges.h"
#include "passes/solve/Interpretations.h"
#include "passes/solve/Products.h"

namespace racemap::solve {

class IntegerEncoder {
public:
  IntegerEncoder(z3::context &Z, ImpliedRanges &R, const CertainTerms &Certain,
                 const Interpretations &Preferred, const Digits &Parts,
                 bool Groups, size_t MostFacts)
      : Z(Z), R(R), Certain(Certain), Preferred(Preferred), Parts(Parts),
        Groups(Groups), MostFacts(MostFacts), Factors(Z, Side, MostFacts) {}

  z3::expr truth(const map::Term *T);
  bool failed() const { return Failed; }
  /// Are there more terms and facts than there may be?
  bool isTooLarge() const { return size() > MostFacts; }
  /// Was there a sum with a common factor to put in front?
  bool hasGrouped() const { return HasGrouped; }
  /// Of terms and facts.
  size_t size() const { return Done.size() + Side.size(); }
  /// Facts about what was encoded that have to be asserted too.
  const std::vector<z3::expr> &sideConditions() const { return Side; }
  const Products &products() const { return Factors; }
  /// The value of a variable or unknown that was encoded.
  std::optional<uint64_t> read(const map::Term *T, const z3::model &M);

private:
  static constexpr Interpretation Unsigned = Interpretation::Unsigned,
                                  Signed = Interpretation::Signed;
  z3::expr value(const map::Term *T, Interpretation As);
  z3::expr computeValue(const map::Term *T, Interpretation As);
  z3::expr computeTruth(const map::Term *T);
  z3::expr compare(const map::Operation *T);
  z3::expr leaf(const map::Term *T);
  z3::expr operation(const map::Operation *T, Interpretation As);
  z3::expr arithmetic(const map::Operation *T, Interpretation As);
  const map::Term *alwaysLarger(const map::Operation *T);
  z3::expr exact(const map::Operation *T, Interpretation As);
  z3::expr product(const map::Operation *T, Interpretation As);
  void factorsOf(const map::Term *T, Interpretation As,
                 std::vector<const map::Term *> &Factors);
  z3::expr multiply(llvm::ArrayRef<const map::Term *> All, Interpretation As);
  /// A number of a sum, of which it is added or taken away.
  struct Addend {
    std::vector<const map::Term *> Factors;
    bool IsNegative;
  };
  void addendsOf(const map::Term *T, Interpretation As, bool IsNegative,
                 std::vector<Addend> &All);
  z3::expr sum(std::vector<Addend> All, Interpretation As);
  map::Interval exactRange(const map::Operation *T, Interpretation As);
  /// The interpretation in which the result is known to fit, the preferred one
  /// first.
  std::optional<Interpretation> exactInterpretation(const map::Operation *T,
                                                    Interpretation Preferred);
  bool isPromised(const map::Operation *T, Interpretation As) const;
  z3::expr division(const map::Operation *T, Interpretation As);
  z3::expr floorOf(const map::Term *Of, const z3::expr &A, __int128 By);
  z3::expr quotient(const map::Operation *T, Interpretation Own,
                    const z3::expr &A, bool IsRemainder);
  /// Opaque: how many bits of a word are set.
  z3::expr bitCount(const map::Operation *T);
  z3::expr bits(const map::Operation *T, Interpretation As);
  /// E, a T-wide number in one interpretation, in the other one.
  z3::expr convert(const z3::expr &E, const map::Term *T, Interpretation From,
                   Interpretation To);
  /// E cut to a width.
  z3::expr wrap(const z3::expr &E, unsigned Width, Interpretation As);
  z3::expr number(__int128 V);
  z3::expr fail();
  bool isSameInBothInterpretations(const map::Term *T);

  z3::context &Z;
  ImpliedRanges &R;
  const CertainTerms &Certain;
  const Interpretations &Preferred;
  const Digits &Parts;
  bool Groups;
  size_t MostFacts;
  bool HasGrouped = false;
  bool Failed = false;
  std::vector<z3::expr> Side;
  Products Factors;
  llvm::DenseMap<std::pair<const map::Term *, unsigned>, unsigned> Index;
  std::vector<z3::expr> Done;
};

} // namespace racemap::solve

#endif
