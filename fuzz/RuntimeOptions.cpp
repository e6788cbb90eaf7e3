// RACEMAP_OPTIONS: what is wrong is said, and nothing else is changed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fuzz/Input.h"
#include "runtime/host/Options.h"

using namespace racemap::host;

int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Options O;
  for (const std::string &Wrong : O.parse(racemap::fuzz::textOf(Data, Size)))
    racemap::fuzz::require(!Wrong.empty(), "a problem says what is wrong");
  racemap::fuzz::require(O.ExitCode >= 0 && O.ExitCode <= 255,
                         "an exit status is one");
  static_cast<void>(expandPath(O.Json));
  return 0;
}
