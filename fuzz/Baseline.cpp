// The files that --write-baseline writes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/Baseline.h"
#include "fuzz/Input.h"

using namespace racemap;

int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  auto Known = Baseline::read(fuzz::fileOf(fuzz::textOf(Data, Size)));
  if (!Known)
    fuzz::require(
        llvm::StringRef(llvm::toString(Known.takeError())).contains("baseline"),
        "an error says of what");
  return 0;
}
