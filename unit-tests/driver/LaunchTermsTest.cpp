// LaunchTermsTest - what is asked of launches means the same as code of the
// host and to the runtime, which interprets it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/ProvedLaunches.h"
#include "passes/instrument/LaunchConditions.h"
#include "unit-tests/driver/AskedLaunch.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/TargetSelect.h"
#include <gtest/gtest.h>

namespace racemap {
namespace {

using Check = bool(uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t,
                   const void *const *);

/// A function that says whether a launch keeps to all that is asked; false if
/// that is not as it should be.
bool addFunction(llvm::Module &M, const llvm::json::Object &Proof,
                 const std::string &Name) {
  llvm::LLVMContext &C = M.getContext();
  llvm::SmallVector<llvm::Type *> Types(6, llvm::Type::getInt32Ty(C));
  Types.push_back(llvm::PointerType::getUnqual(C));
  auto *F = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getInt1Ty(C), Types, false),
      llvm::GlobalValue::ExternalLinkage, Name, M);
  F->addRetAttr(llvm::Attribute::ZExt);
  instrument::LaunchValues Launch;
  for (unsigned I = 0; I != 6; ++I)
    Launch.Dimensions[I] = F->getArg(I);
  Launch.Arguments = F->getArg(6);
  llvm::IRBuilder<> B(llvm::BasicBlock::Create(C, "", F));
  auto All = instrument::conditionsOf(Proof, Launch, B);
  if (!All)
    return false;
  llvm::Value *Together = B.getTrue();
  for (const instrument::LaunchCondition &One : *All)
    Together = B.CreateAnd(Together, One.Holds);
  B.CreateRet(Together);
  return true;
}

TEST(LaunchTerms, CodeMeansWhatTheRuntimeReads) {
  unsigned Seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(Seed));
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto Jit = llvm::cantFail(llvm::orc::LLJITBuilder().create());
  auto C = std::make_unique<llvm::LLVMContext>();
  auto M = std::make_unique<llvm::Module>("checks", *C);
  M->setDataLayout(Jit->getDataLayout());

  map::TermContext Terms;
  map::Protocol P(Terms);
  map::RandomTerms Random(Terms, Seed);
  Random.Leaves = leavesOfLaunches(P);
  constexpr int Rounds = 600;
  std::vector<host::LaunchCheck> Read;
  for (int Round = 0; Round < Rounds; ++Round) {
    verdict::AccessProofs Its(P);
    Its.Assumed.push_back({Random.term(1, 6), "it"});
    auto Json = launchCheck(Its, P);
    ASSERT_TRUE(Json);
    ASSERT_TRUE(addFunction(*M, *Json, "check" + std::to_string(Round)));
    std::string Text;
    llvm::raw_string_ostream(Text) << llvm::json::Value(std::move(*Json));
    auto Its2 = host::LaunchCheck::read(Text);
    ASSERT_TRUE(Its2) << Text;
    Read.push_back(*Its2);
  }
  ASSERT_FALSE(llvm::verifyModule(*M, &llvm::errs()));
  llvm::cantFail(Jit->addIRModule(
      llvm::orc::ThreadSafeModule(std::move(M), std::move(C))));

  unsigned NumKept = 0, NumCompared = 0;
  for (int Round = 0; Round < Rounds; ++Round) {
    auto *Code = llvm::cantFail(Jit->lookup("check" + std::to_string(Round)))
                     .toPtr<Check *>();
    for (int Case = 0; Case < 20; ++Case) {
      AskedLaunch L(P);
      L.fill(Random);
      const auto &[BlockDim, GridDim, Arguments, RangeOf] = L.Facts;
      bool IsKept = Code(BlockDim[0], BlockDim[1], BlockDim[2], GridDim[0],
                         GridDim[1], GridDim[2], Arguments);
      ASSERT_EQ(IsKept, Read[Round].broken(L.Facts).empty())
          << "round " << Round << ", case " << Case;
      ++NumCompared;
      NumKept += IsKept;
    }
  }
  EXPECT_GT(NumKept, 1000u);
  EXPECT_GT(NumCompared - NumKept, 1000u);
}

TEST(LaunchTerms, WhatIsNotAsItShouldBeIsNoCheck) {
  llvm::LLVMContext C;
  llvm::Module M("checks", C);
  for (const char *Wrong :
       {R"({"steps": [["constant", 65, 1]]})", R"({"steps": [["nosuch", 8]]})",
        R"({"steps": [["add", 8, 8, 0, 0, 1]]})",
        R"({"steps": [["constant", 8, 1], ["add", 16, 8, 0, 0, 0]]})",
        R"({"steps": [["constant", 8, 1], ["trunc", 8, 8, 0, 0]]})",
        R"({"steps": [["constant", 8, 1]], "holds": [[0, "it", []]]})",
        R"({"steps": [["constant", 1, 1]], "holds": [[1, "it", []]]})",
        R"({"steps": [["constant", 1, 1]], "holds": [[0, "it"]]})",
        R"({"steps": [["constant", 1, 1]], "holds": [[0, "it", [[0, "n"]]]]})",
        R"({"apart": [[[0], [1, 0], "a and b"]]})"}) {
    auto Value = llvm::json::parse(Wrong);
    ASSERT_TRUE(bool(Value)) << Wrong;
    EXPECT_FALSE(addFunction(M, *Value->getAsObject(), "f")) << Wrong;
  }
}

} // namespace
} // namespace racemap
