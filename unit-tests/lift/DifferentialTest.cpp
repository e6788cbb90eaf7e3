// DifferentialTest - a protocol accesses what its kernel does, in that order.
//
// Random kernels are executed as IR and as protocols. As long as every value
// was known and no assumption was needed, the accesses must be the same.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/Lift.h"
#include "passes/map/Printer.h"
#include "passes/map/TermContext.h"
#include "unit-tests/lift/Executor.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <gtest/gtest.h>

namespace racemap::lift::test {
namespace {

std::string textOf(const map::Protocol &P) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  map::print(P, OS);
  return Text;
}

/// One may have gone further than the other, if that one was not done.
bool agree(const Run &A, const Run &B) {
  size_t Common = std::min(A.Trace.size(), B.Trace.size());
  return std::equal(A.Trace.begin(), A.Trace.begin() + Common,
                    B.Trace.begin()) &&
         (!A.Finished || B.Trace.size() == Common) &&
         (!B.Finished || A.Trace.size() == Common);
}

/// How many of the runs of this kernel could be compared to the end.
unsigned compareRuns(unsigned Seed) {
  std::string Source = ProgramMaker(Seed).make();
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Problem;
  auto M = llvm::parseAssemblyString(Source, Problem, Context);
  EXPECT_TRUE(M) << Problem.getMessage().str() << Source;
  map::TermContext Terms;
  auto Protocols = liftModule(CloneModule(*M), Terms);
  EXPECT_EQ(Protocols.size(), 1u);
  EXPECT_TRUE(Protocols[0].gaps().empty()) << textOf(Protocols[0]);
  unsigned Compared = 0;
  for (uint32_t Tid : {0u, 1u, 3u, 9u})
    for (uint32_t N : {0u, 1u, 5u, 8u, 4294967295u}) {
      auto Expected = execute(*M->getFunction("k"), Tid, N, 3000);
      Run Got = execute(Protocols[0], Tid, N, 3000);
      if (Got.MetUnmodelled || Got.BrokePromise)
        continue;
      bool Same = agree(Expected, Got);
      EXPECT_TRUE(Same) << "seed " << Seed << ", thread " << Tid << ", n " << N
                        << "\n"
                        << Source << textOf(Protocols[0]);
      if (!Same)
        return Compared;
      ++Compared;
    }
  return Compared;
}

TEST(Differential, ProtocolsDoWhatTheirKernelsDo) {
  unsigned Compared = 0;
  unsigned Seeds = 400, First = 1;
  if (const char *More = getenv("RACEMAP_SEEDS"))
    Seeds = atoi(More);
  for (unsigned Seed = First; Seed <= Seeds; ++Seed) {
    Compared += compareRuns(Seed);
    if (HasFailure())
      FAIL() << "seed " << Seed;
  }
  EXPECT_GT(Compared, Seeds * 4);
  llvm::errs() << Compared << " runs compared\n";
}

} // namespace
} // namespace racemap::lift::test
