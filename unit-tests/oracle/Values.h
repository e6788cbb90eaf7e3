// Values - what a term comes to, for the executor.
//
// Written from the language's description alone and on purpose not shared
// with the analysis: every operator is computed in 128-bit integers, then cut
// to its width. Only operands that count are evaluated.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_ORACLE_VALUES_H
#define RACEMAP_UNITTESTS_ORACLE_VALUES_H

#include "passes/map/Term.h"

namespace racemap::oracle {

/// Gives values to the names of a term.
class Names {
public:
  virtual ~Names() = default;
  virtual uint64_t variable(const map::Variable *V) = 0;
  virtual uint64_t unknown(const map::Unknown *U,
                           llvm::ArrayRef<uint64_t> Operands) = 0;
};

/// The value of T, without bits above its width. Broke is set if an operation
/// that counts broke a promise.
uint64_t valueOf(const map::Term *T, Names &N, bool &Broke);

/// The number that the low Width bits stand for.
__int128 readUnsigned(uint64_t Bits, unsigned Width);
__int128 readSigned(uint64_t Bits, unsigned Width);

} // namespace racemap::oracle

#endif
