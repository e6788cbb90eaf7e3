// .racemap.toml: whatever is in it, what is wrong is a line each.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/config/Config.h"
#include "fuzz/Input.h"
#include "runtime/config/KnownOptions.h"

using namespace racemap;

int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::vector<std::string> Problems;
  config::Config C =
      config::Config::parse(fuzz::textOf(Data, Size), "/a/.racemap.toml",
                            config::optionsOfFiles(), Problems);
  for (const std::string &P : Problems)
    fuzz::require(P.starts_with("/a/.racemap.toml"), P);
  static_cast<void>(C.optionsOf("/a/b/c.cu"));
  static_cast<void>(C.suppression(
      {"data-race", "void k<int>(int*)", {"a"}, {"/a/b/c.cu", "/usr/x.h"}}));
  static_cast<void>(C.Monitor.hasThread(7, 3));
  return 0;
}
