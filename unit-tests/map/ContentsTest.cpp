// ContentsTest - which element a read is of, and what holds for it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Contents.h"
#include "RoundTrip.h"
#include "passes/map/Printer.h"

namespace racemap::map {
namespace {

/// What Said, of a launch, says of the element of "a" that is read at Place;
/// empty if nothing.
std::string saidOf(const std::string &Said, const std::string &Place) {
  TermContext Terms;
  auto Parsed =
      parseProtocols("kernel k { param n; global a of 4 bytes; launch "
                     "{ each i < 9 : " +
                         Said + "; } rd a" + Place + "; }",
                     "f.map", Terms);
  if (!Parsed)
    return llvm::toString(Parsed.takeError());
  const Protocol &P = Parsed->front();
  const Access &A = *P.accesses().front();
  const LaunchContext::Content &C = P.Contexts.front().Contents.front();
  const auto *Read = llvm::cast<Unknown>(
      Terms.read(Cause::Input, A.TheArray, 8 * A.Size, {A.Offset}));
  const Term *Index = indexOf(C, Read, Terms);
  return Index ? toText(Index) + ": " + toText(holdsFor(C, Index, Read, Terms))
               : "";
}

TEST(Contents, TheIndexIsThatOfThePlace) {
  EXPECT_EQ(saidOf("a[i] == i32(i)", "[n]"), "n: a[n] == n");
  EXPECT_EQ(saidOf("a[i] == 2", "[5]"), "5: a[5] == 2");
  EXPECT_EQ(saidOf("a[i] == 2", "[n : 3][1]"), "n * 3 + 1: a[n * 3 + 1] == 2");
  EXPECT_EQ(saidOf("a[i] == 2", "[n][threadIdx.x]"),
            "n + threadIdx.x: a[n + threadIdx.x] == 2");
}

TEST(Contents, ElementsAreTheirPlaceInARow) {
  EXPECT_EQ(saidOf("a[i : 4][1] == i32(i)", "[n : 4][1]"),
            "n: a[n * 4 + 1] == n");
  EXPECT_EQ(saidOf("a[i : 4][1] == 7", "[n : 8][5]"),
            "n * 2 + 1: a[n * 8 + 5] == 7");
  EXPECT_EQ(saidOf("a[i : 4][1] == 7", "[-3]"), "-1: a[-3] == 7");
  EXPECT_EQ(saidOf("a[i : 4][1] == 7", "[n : 4]"), "");
  EXPECT_EQ(saidOf("a[i : 4][1] == 7", "[n][1]"), "");
  EXPECT_EQ(saidOf("a[i : 4] == 7", "[n : 6]"), "");
}

TEST(Contents, ReadsOfAnotherWidthAreOfNoElement) {
  EXPECT_EQ(saidOf("a[i] == 7", "[n]:2"), "");
  EXPECT_EQ(saidOf("a[i]:i16 == 7", "[n]"), "");
  EXPECT_EQ(saidOf("a[i : 2]:i64 == 7", "[n : 2]:8"), "n: a[n * 2] == 7");
}

} // namespace
} // namespace racemap::map
