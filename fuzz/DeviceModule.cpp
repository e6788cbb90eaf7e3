// DeviceModule - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fuzz/DeviceModule.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/FuzzMutate/IRMutator.h"
#include "llvm/FuzzMutate/Operations.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;

namespace racemap::fuzz {

std::unique_ptr<Module> moduleOf(std::string_view Text, LLVMContext &Context) {
  SMDiagnostic Problem;
  // The parser reads the zero behind the text.
  std::string Whole(Text);
  std::unique_ptr<Module> M = parseAssemblyString(Whole, Problem, Context);
  if (!M || verifyModule(*M))
    return nullptr;
  return M;
}

static IRMutator mutator() {
  std::vector<TypeGetter> Types{
      Type::getInt1Ty,
      Type::getInt8Ty,
      Type::getInt16Ty,
      Type::getInt32Ty,
      Type::getInt64Ty,
      Type::getInt128Ty,
      Type::getFloatTy,
      [](LLVMContext &C) { return PointerType::get(C, 0); },
      [](LLVMContext &C) { return PointerType::get(C, 3); }};
  std::vector<std::unique_ptr<IRMutationStrategy>> How;
  How.push_back(std::make_unique<InjectorIRStrategy>());
  How.push_back(std::make_unique<InstDeleterIRStrategy>());
  How.push_back(std::make_unique<InstModificationIRStrategy>());
  How.push_back(std::make_unique<InsertFunctionStrategy>());
  How.push_back(std::make_unique<InsertCFGStrategy>());
  How.push_back(std::make_unique<InsertPHIStrategy>());
  How.push_back(std::make_unique<SinkInstructionStrategy>());
  How.push_back(std::make_unique<ShuffleBlockStrategy>());
  return {std::move(Types), std::move(How)};
}

} // namespace racemap::fuzz

/// What becomes no valid module, or too large a one, stays as it was.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *Data, size_t Size,
                                          size_t MaxSize, unsigned Seed) {
  constexpr size_t MostObjects = 400;
  LLVMContext Context;
  auto M = racemap::fuzz::moduleOf(racemap::fuzz::textOf(Data, Size), Context);
  if (!M)
    return Size;
  racemap::fuzz::mutator().mutateModule(*M, int(Seed), MostObjects);
  std::string Text;
  raw_string_ostream(Text) << *M;
  LLVMContext Other;
  if (Text.size() > MaxSize || !racemap::fuzz::moduleOf(Text, Other))
    return Size;
  copy(Text, Data);
  return Text.size();
}
