// The runtime's suppressions: a line is one, or is named as wrong.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/host/Suppressions.h"
#include "fuzz/Input.h"

using namespace racemap::host;

int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Suppressions S;
  std::vector<std::string> Problems;
  S.parse(racemap::fuzz::textOf(Data, Size), Problems);
  Site Where;
  Where.Variable = "cells";
  Where.Stack = {{"void inner<int>(int*)", "/a/b.cuh", 3, 4},
                 {"k(int*)", "/a/c.cu", 30, 1}};
  static_cast<void>(S.ruleFor(Finding::Kind::DataRace, {&Where, nullptr},
                              "k(int*)", {"/a/d.cu"}));
  return 0;
}
