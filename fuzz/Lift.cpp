// Device IR to MAP: whatever a valid module has in it, each kernel becomes a
// well-formed protocol, which its text stands for.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/Lift.h"
#include "fuzz/DeviceModule.h"
#include "passes/map/RoundTrip.h"
#include "passes/map/Steps.h"
#include "passes/map/TermContext.h"

using namespace racemap;

/// Of the steps that an input may take, in milliseconds of an ordinary machine.
static constexpr uint64_t Budget = 500 * map::Steps::PerMillisecond;

int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::LLVMContext Context;
  auto M = fuzz::moduleOf(fuzz::textOf(Data, Size), Context);
  if (!M)
    return 0;
  map::TermContext Terms;
  lift::LiftOptions O;
  O.LastStep = map::Steps::taken() + Budget;
  O.NotLifted = "no time";
  for (const map::Protocol &P : lift::liftModule(std::move(M), Terms, O)) {
    for (const map::Gap *G : P.gaps())
      fuzz::require(!llvm::StringRef(G->Reason).starts_with("malformed"),
                    G->Reason);
    map::TermContext Others;
    if (llvm::Error E = map::checkRoundTrip(P, Others))
      fuzz::require(false, llvm::toString(std::move(E)));
  }
  return 0;
}
