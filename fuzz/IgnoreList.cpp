// Files of --ignorelist=, in the format of -fsanitize-ignorelist=.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fuzz/Input.h"
#include "passes/instrument/OptOut.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace racemap;

int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::LLVMContext Context;
  llvm::Module M("m", Context);
  M.setSourceFileName("/a/b.cu");
  llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(Context), false),
      llvm::GlobalValue::ExternalLinkage, "_Z1kPi", M);
  auto Lists =
      instrument::OptOut::create(M, {fuzz::fileOf(fuzz::textOf(Data, Size))});
  if (!Lists) {
    fuzz::require(!llvm::toString(Lists.takeError()).empty(),
                  "an error says why");
    return 0;
  }
  Lists->mark(M);
  return 0;
}
