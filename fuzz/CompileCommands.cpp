// compile_commands.json: its units, and what is wrong with entries.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fuzz/Input.h"
#include "tools/racemap/CompilationDatabase.h"

using namespace racemap;

int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const std::string &File = fuzz::fileOf(fuzz::textOf(Data, Size));
  auto All = CompilationDatabase::read(File, {}, Options());
  if (!All) {
    fuzz::require(!llvm::toString(All.takeError()).empty(),
                  "an error says why");
    return 0;
  }
  for (const CudaUnit &U : All->Units)
    fuzz::require(llvm::StringRef(U.File).starts_with("/"),
                  "units have whole paths");
  return 0;
}
