// TraversalTest - nothing is left out, nothing is seen twice.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Traversal.h"
#include "passes/map/Parser.h"
#include "passes/map/TermContext.h"
#include "llvm/Support/Error.h"
#include "gtest/gtest.h"

namespace racemap::map {
namespace {

/// A term whose tree has 2^Depth leaves, and 2 * Depth + 1 nodes.
const Term *shared(TermContext &Terms, unsigned Depth) {
  const Term *T = Terms.parameter("x", 32);
  for (unsigned I = 0; I < Depth; ++I) {
    const Term *By = Terms.constant(32, 3 + I);
    T = Terms.make(Op::Xor, {T, Terms.make(Op::LShr, {T, By})});
  }
  return T;
}

TEST(Traversal, ASharedNodeIsSeenOnce) {
  TermContext Terms;
  const Term *T = shared(Terms, 100);
  std::vector<const Term *> Seen;
  forEachNode({T, T, T->operand(0)}, [&](const Term *X) { Seen.push_back(X); });
  EXPECT_EQ(Seen.size(), 301u); // with the constants
  EXPECT_TRUE(mentions(T, Terms.parameter("x", 32)));
  EXPECT_FALSE(mentions(T, Terms.parameter("y", 32)));
}

TEST(Traversal, TheSearchEndsWithTheFirstFind) {
  TermContext Terms;
  unsigned Asked = 0;
  EXPECT_TRUE(anyNode(shared(Terms, 10), [&](const Term *) {
    ++Asked;
    return true;
  }));
  EXPECT_EQ(Asked, 1u);
}

TEST(Traversal, UnknownsAreToldApartByTheirCause) {
  TermContext Terms;
  const Term *U =
      Terms.add(Terms.unmodelled("u0", 32, {}), Terms.parameter("x", 32));
  EXPECT_TRUE(mentions(U, Cause::Unmodelled));
  EXPECT_FALSE(mentions(U, Cause::Input));
  EXPECT_TRUE(mentions({Terms.yes(), U}, Cause::Unmodelled));
}

/// A term at every place that can have one.
constexpr llvm::StringLiteral Everything = R"MAP(kernel k {
  param a : i64, b : i64, c, d, e, f, g : i1, h, i, j : i1, k : i1, m : i64;
  global table of 8 bytes;
  global row of 4 bytes field of table;
  wr row[slot a][byte b] = c;
  sync(d, e);
  syncwarp(f);
  if g {
    for v = h; j; v += i {
      while k {
        break;
      }
    }
  } else {
    rd table[byte m];
  }
}
)MAP";

std::string namesOf(llvm::ArrayRef<const Term *> Terms) {
  std::string Names;
  for (const Term *T : Terms)
    if (const auto *V = llvm::dyn_cast<Variable>(T))
      Names += V->name();
  return Names;
}

TEST(Traversal, NoTermOfAStatementIsLeftOut) {
  TermContext Terms;
  auto Parsed = parseProtocols(Everything, "f.map", Terms);
  ASSERT_TRUE(static_cast<bool>(Parsed)) << llvm::toString(Parsed.takeError());
  const Sequence &Body = Parsed->front().Body;
  EXPECT_EQ(namesOf(termsIn(Body)), "abcdefghijkm");
  EXPECT_EQ(namesOf(termsOf(Body[1])), "de");
  EXPECT_EQ(namesOf(termsOf(Body[3])), "g"); // not those within it
}

TEST(Traversal, StatementsComeInProgramOrder) {
  TermContext Terms;
  auto Parsed = parseProtocols(Everything, "f.map", Terms);
  ASSERT_TRUE(static_cast<bool>(Parsed)) << llvm::toString(Parsed.takeError());
  using Kind = Stmt::Kind;
  std::vector<Kind> Kinds;
  forEachStmt(Parsed->front().Body,
              [&](const Stmt *S) { Kinds.push_back(S->kind()); });
  EXPECT_EQ(Kinds,
            (std::vector{Kind::Access, Kind::Barrier, Kind::Barrier, Kind::If,
                         Kind::Loop, Kind::Loop, Kind::Leave, Kind::Access}));
}

} // namespace
} // namespace racemap::map
