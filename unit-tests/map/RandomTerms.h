// RandomTerms - terms by chance, through the constructors of a TermContext.
//
// A term of a wanted width is a constant (with a preference for 0, 1 and all
// ones), a leaf of that width, or an operator on smaller terms; a leaf of
// another width is cast. Everything follows from the seed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_MAP_RANDOMTERMS_H
#define RACEMAP_UNITTESTS_MAP_RANDOMTERMS_H

#include "passes/map/TermContext.h"
#include <functional>
#include <random>
#include <vector>

namespace racemap::map {

class RandomTerms {
public:
  RandomTerms(TermContext &Terms, unsigned Seed) : Terms(Terms), Engine(Seed) {}

  /// What terms are made of; more may be added at any time.
  std::vector<const Term *> Leaves;
  /// The widths that terms in between have.
  std::vector<unsigned> Widths = {1, 8, 16, 32, 64};

  unsigned below(unsigned N) { return Engine() % N; }
  bool chance(unsigned Percent) { return below(100) < Percent; }

  const Term *term(unsigned Width, unsigned Depth) {
    if (Depth == 0 || chance(15))
      return leaf(Width);
    auto Sub = [&](unsigned W) { return term(W, Depth - 1 - below(Depth)); };
    if (Width == 1 && chance(60)) {
      unsigned W = Widths[below(Widths.size())];
      auto O = static_cast<Op>(static_cast<unsigned>(Op::Eq) + below(6));
      return Terms.make(O, {Sub(W), Sub(W)});
    }
    if (chance(15))
      return Terms.ite(Sub(1), Sub(Width), Sub(Width));
    if (chance(20))
      return resized(Sub(Widths[below(Widths.size())]), Width);
    auto O = static_cast<Op>(below(static_cast<unsigned>(Op::Xor) + 1));
    const Term *A = Sub(Width);
    const Term *B = chance(10) ? A : Sub(Width);
    return Terms.make(O, {A, B}, promises(O));
  }

private:
  uint8_t promises(Op O) {
    bool May = O == Op::Add || O == Op::Sub || O == Op::Mul || O == Op::Shl;
    return May && chance(50) ? below(4) : 0;
  }

  const Term *leaf(unsigned Width) {
    if (chance(30) || Leaves.empty()) {
      uint64_t Choices[] = {0, 1, ~uint64_t(0), below(10),
                            uint64_t(Engine()) << 32 | Engine()};
      return Terms.constant(Width, Choices[below(5)]);
    }
    return resized(Leaves[below(Leaves.size())], Width);
  }

  const Term *resized(const Term *T, unsigned Width) {
    if (Width < T->width())
      return Terms.cast(Op::Trunc, T, Width, chance(30) ? below(4) : 0);
    return Terms.cast(chance(50) ? Op::ZExt : Op::SExt, T, Width);
  }

  TermContext &Terms;
  std::mt19937 Engine;
};

} // namespace racemap::map

#endif
