// Command lines of nvcc, in clang's words: what is asked for is read, or an
// error says why not.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/racemap/Nvcc.h"
#include "fuzz/Input.h"
#include "tools/racemap/CommandLine.h"
#include "tools/racemap/CudaUnit.h"

using namespace racemap;

int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::vector<std::string> Words = splitWords(fuzz::textOf(Data, Size));
  auto Line = NvccLine::parse(Words);
  if (!Line) {
    fuzz::require(!llvm::toString(Line.takeError()).empty(),
                  "an error says why");
    return 0;
  }
  for (size_t Input : Line->Inputs)
    fuzz::require(Input < Line->Args.size(), "an input is an argument");
  auto C = CommandLine::parse(Line->Flags);
  if (C)
    static_cast<void>(unitsOf(*C, Options()));
  else
    llvm::consumeError(C.takeError());
  if (auto Flags = fromNvcc(Words, "/a"); !Flags)
    llvm::consumeError(Flags.takeError());
  return 0;
}
