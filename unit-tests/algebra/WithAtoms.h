// WithAtoms - a problem whose atoms a test makes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNIT_TESTS_ALGEBRA_WITHATOMS_H
#define RACEMAP_UNIT_TESTS_ALGEBRA_WITHATOMS_H

#include "passes/algebra/Problem.h"
#include <gtest/gtest.h>

namespace racemap::algebra {

inline Form number(Int N) { return Form::constant(N); }

/// Atoms with bounds, from 1.
struct WithAtoms : ::testing::Test {
  Form atom(Int Low, Int High) { return make({{Low, High}, Rank::Value}); }
  Form index(Int Low, Int High) { return make({{Low, High}, Rank::Index}); }
  Problem P;

private:
  Form make(Atom A) {
    P.Atoms.push_back(A);
    return Form::atom(static_cast<AtomId>(P.Atoms.size() - 1));
  }
};

} // namespace racemap::algebra

#endif
