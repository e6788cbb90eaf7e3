// Evaluate - an expression's value for one thread, as C has it.
//
// A value is kept as its 32 bits. Signed operations are exact; one whose
// result does not fit in an int makes the run undefined.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_SOURCEORACLE_EVALUATE_H
#define RACEMAP_UNITTESTS_SOURCEORACLE_EVALUATE_H

#include "Kernel.h"

namespace racemap::source {

/// What the names of an expression mean to a thread.
struct Scope {
  const Kernel *K = nullptr;
  const std::vector<int64_t> *Parameters = nullptr;
  Dim ThreadIdx{}, BlockIdx{};
  std::vector<uint32_t> Variables;
};

/// Sets Undefined if the value is, and leaves it alone otherwise.
uint32_t evaluate(const Expression &E, const Scope &In, bool &Undefined);

/// The number that the bits of a value of E's type stand for.
inline int64_t asNumber(const Expression &E, uint32_t Bits) {
  return E.Unsigned ? int64_t{Bits} : int64_t{static_cast<int32_t>(Bits)};
}

} // namespace racemap::source

#endif
