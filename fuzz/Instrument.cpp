// Instrumentation of device IR, for the CPU device and for GPUs: a valid module
// becomes a valid one, or stays one where an error says why not.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/instrument/Instrument.h"
#include "fuzz/DeviceModule.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

using namespace racemap;

static void instrumentAndVerify(llvm::Module &M,
                                const instrument::Settings &S) {
  auto Said = instrument::instrument(M, S);
  if (!Said)
    fuzz::require(!llvm::toString(Said.takeError()).empty(),
                  "an error says why");
  std::string Wrong;
  llvm::raw_string_ostream OS(Wrong);
  bool IsBroken = llvm::verifyModule(M, &OS);
  fuzz::require(!IsBroken, Wrong);
}

int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  for (bool ForGpu : {false, true})
    for (bool Lockstep : {false, true}) {
      llvm::LLVMContext Context;
      auto M = fuzz::moduleOf(fuzz::textOf(Data, Size), Context);
      if (!M)
        return 0;
      instrument::Settings S;
      S.ForGpu = ForGpu;
      S.Lockstep = Lockstep;
      instrumentAndVerify(*M, S);
    }
  return 0;
}
