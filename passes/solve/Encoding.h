// Encoding - what the two encodings of terms have in common.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_SOLVE_ENCODING_H
#define RACEMAP_PASSES_SOLVE_ENCODING_H

#include "passes/map/Term.h"
#include <optional>
#include <vector>
#include <z3++.h>

namespace racemap::solve {

/// The name of a variable or unknown in Z3, distinct per copy.
std::string symbolOf(const map::Term *T);

/// A function or a constant that stands for an unknown.
z3::expr applyUnknown(const map::Unknown *U, const z3::expr_vector &Operands,
                      z3::sort SortOf(z3::context &, unsigned), z3::context &Z);

} // namespace racemap::solve

#endif
