// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/QueryDump.h"
#include "passes/map/TermContext.h"
#include "passes/solve/Solver.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <gtest/gtest.h>

namespace racemap::solve {
namespace {

/// A folder that is gone with it.
struct Folder {
  Folder() { llvm::sys::fs::createUniqueDirectory("query-dump", Path); }
  ~Folder() { llvm::sys::fs::remove_directories(Path); }
  std::vector<std::string> files() const {
    std::vector<std::string> All;
    std::error_code Error;
    for (llvm::sys::fs::directory_iterator I(Path, Error), End;
         I != End && !Error; I.increment(Error))
      All.push_back(I->path());
    return All;
  }
  llvm::SmallString<128> Path;
};

TEST(QueryDump, LeavesOutWhatCostsLittle) {
  Folder F;
  QueryDump D(F.Path.str().str());
  D.add({"bits", "sat", QueryDump::LeastUnits - 1, 10}, [] { return "no"; });
  EXPECT_TRUE(F.files().empty());
  D.add({"bits", "sat", QueryDump::LeastUnits, 10'000}, [] { return "yes\n"; });
  ASSERT_EQ(F.files().size(), 1u);
  auto Text = llvm::MemoryBuffer::getFile(F.files()[0]);
  ASSERT_TRUE(bool(Text));
  EXPECT_EQ((*Text)->getBuffer(), "; encoding: bits\n; answer: sat\n"
                                  "; units: 5000\n; limit: 10000\nyes\n");
}

TEST(QueryDump, NamesAreSMTLIB) {
  Folder F;
  QueryDump D(F.Path.str().str());
  D.add({"bits", "sat", QueryDump::LeastUnits, 10'000}, [] {
    return "(declare-fun i'1 () Int)\n(assert (<= n i'1 |p:j'2@1| |a b'|))\n";
  });
  ASSERT_EQ(F.files().size(), 1u);
  auto Text = llvm::MemoryBuffer::getFile(F.files()[0]);
  ASSERT_TRUE(bool(Text));
  EXPECT_TRUE((*Text)->getBuffer().ends_with(
      "10000\n(declare-fun |i'1| () Int)\n"
      "(assert (<= n |i'1| |p:j'2@1| |a b'|))\n"));
}

TEST(QueryDump, NeedsNoFolder) {
  QueryDump("").add({"bits", "sat", 1'000'000, 10}, []() -> std::string {
    ADD_FAILURE() << "nobody wants the text";
    return "";
  });
  QueryDump("/dev/null/no").add({"bits", "sat", 1'000'000, 10}, [] {
    return "text";
  });
}

TEST(QueryDump, GoesOnInANewContext) {
  using namespace map;
  Folder F;
  TermContext T;
  Ranges Limits;
  // A product of two numbers of 20 bits that is a prime.
  const Term *X = T.parameter("x", 40), *Y = T.parameter("y", 40);
  auto Between = [&](const Term *V) {
    return T.logicalAnd(T.ult(T.constant(40, 1), V),
                        T.ult(V, T.constant(40, 1 << 20)));
  };
  std::vector<const Term *> All = {
      Between(X), Between(Y), T.eq(T.mul(X, Y), T.constant(40, 2147483647))};
  Solver S(Limits, T);
  S.dumpTo(F.Path.str().str());
  S.startAnew();
  S.decide(All, {20'000, 100'000}, Encoding::BitVectors);
  EXPECT_FALSE(F.files().empty());
}

} // namespace
} // namespace racemap::solve
