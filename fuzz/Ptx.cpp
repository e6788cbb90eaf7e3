// Inline assembly: it is parsed and its effects are named, or an error says why
// not.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fuzz/Input.h"
#include "passes/ptx/Effect.h"
#include "passes/ptx/Program.h"

using namespace racemap;

int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  auto P = ptx::parse(fuzz::textOf(Data, Size));
  if (!P) {
    fuzz::require(!llvm::toString(P.takeError()).empty(), "an error says why");
    return 0;
  }
  for (const ptx::Label &L : P->Labels)
    fuzz::require(L.Position <= P->Instructions.size(),
                  "a label is in the program");
  ptx::Summary S = ptx::summarize(*P);
  fuzz::require(S.Effects.size() == P->Instructions.size(),
                "each instruction has an effect");
  for (const ptx::Effect &E : S.Effects)
    if (const auto *Gap = E.getAs<ptx::Unsupported>())
      fuzz::require(!Gap->Reason.empty(), "what is not supported says why");
  return 0;
}
