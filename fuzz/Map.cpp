// The MAP language: what can be parsed is printed, and parsed again as the
// same.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fuzz/Input.h"
#include "passes/map/Parser.h"
#include "passes/map/RoundTrip.h"
#include "passes/map/TermContext.h"

using namespace racemap;

int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  map::TermContext Terms;
  auto All = map::parseProtocols(fuzz::textOf(Data, Size), "input", Terms);
  if (!All) {
    std::string Why = llvm::toString(All.takeError());
    fuzz::require(llvm::StringRef(Why).starts_with("input:"),
                  "an error names its place");
    return 0;
  }
  for (const map::Protocol &P : *All) {
    map::TermContext Others;
    if (llvm::Error E = map::checkRoundTrip(P, Others))
      fuzz::require(false, llvm::toString(std::move(E)));
  }
  return 0;
}
