// Traits - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/Traits.h"

namespace racemap::verdict {

using namespace map;

/// Large, and still small enough for the product of two.
static constexpr uint64_t OrdinaryParameter = 1u << 14;
static constexpr uint64_t OrdinaryBlock[] = {32, 8, 1}, OrdinaryGrid = 4;

std::vector<const Term *> ordinaryTraits(const Protocol &P,
                                         const LaunchFacts &Launch,
                                         const Numbers &Known) {
  TermContext &Terms = P.terms();
  std::vector<const Term *> Traits;
  auto Is = [&](const Term *T, uint64_t Value) {
    Traits.push_back(Terms.eq(T, Terms.constant(T->width(), Value)));
  };
  auto BuiltinOf = [&](Builtin First, unsigned D) {
    return Terms.builtin(
        static_cast<Builtin>(static_cast<unsigned>(First) + D));
  };
  for (unsigned D : {0u, 1u, 2u})
    if (!Launch.dimension(1, D))
      Is(BuiltinOf(Builtin::GridDimX, D), OrdinaryGrid);
  for (const Variable *V : Known.parameters())
    if (V->width() >= 32)
      Is(V, Known.isInOffset(V) ? OrdinaryParameter : OrdinaryParameter / 2);
  for (unsigned D : {0u, 1u, 2u})
    if (!Launch.dimension(0, D))
      Is(BuiltinOf(Builtin::BlockDimX, D), OrdinaryBlock[D]);
  return Traits;
}

} // namespace racemap::verdict
