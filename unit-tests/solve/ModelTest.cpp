// ModelTest - models, in an order that does not depend on addresses.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/Model.h"
#include <gtest/gtest.h>

namespace racemap::solve {
namespace {

using namespace map;

TEST(Model, IsListedInTheOrderOfCreation) {
  TermContext T;
  Model M;
  for (unsigned I = 0; I < 100; ++I)
    M[T.parameter("p" + std::to_string(I), 32)] = I;
  auto All = inOrder(M);
  ASSERT_EQ(All.size(), 100u);
  for (unsigned I = 0; I < 100; ++I)
    EXPECT_EQ(All[I].second, I);
}

} // namespace
} // namespace racemap::solve
