// How many undecided pairs a result lists.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/finding/Finding.h"
#include <gtest/gtest.h>

namespace racemap::verdict {
namespace {

Site siteAt(unsigned Line, Site::Role R) {
  Site S;
  S.TheRole = R;
  S.Where.Line = Line;
  return S;
}

TEST(Undecided, SomeOfManyPairsAreListedAndAllBarriers) {
  ContextResult C;
  for (unsigned I = 0; I < 2 * ContextResult::MostUndecided; ++I)
    C.leave({{siteAt(1, Site::Role::Write), siteAt(I, Site::Role::Read)}, ""});
  EXPECT_EQ(C.UndecidedPairs.size(), ContextResult::MostUndecided);
  C.leave({{siteAt(1, Site::Role::Barrier)}, ""});
  C.leave({{siteAt(1, Site::Role::Barrier)}, ""});
  EXPECT_EQ(C.UndecidedPairs.size(), ContextResult::MostUndecided + 1);
}

} // namespace
} // namespace racemap::verdict
