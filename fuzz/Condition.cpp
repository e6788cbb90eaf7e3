// What a person writes as an assumption of a launch.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fuzz/Input.h"
#include "passes/map/Parser.h"
#include "passes/map/TermContext.h"

using namespace racemap;

static constexpr llvm::StringLiteral Kernel =
    "kernel k { param n : i32; param m : u64; param big : i8; shared a[256];"
    " wr a[threadIdx.x]; }";

int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  map::TermContext Terms;
  auto All = map::parseProtocols(Kernel, "kernel", Terms);
  if (!All)
    fuzz::require(false, llvm::toString(All.takeError()));
  llvm::StringRef Text = fuzz::textOf(Data, Size);
  for (llvm::StringRef Name : map::namesIn(Text))
    fuzz::require(!Name.empty() && Text.contains(Name),
                  "names are of the text");
  auto Condition = map::parseCondition(Text, All->front());
  if (!Condition)
    llvm::consumeError(Condition.takeError());
  else
    fuzz::require((*Condition)->width() == 1, "a condition is true or false");
  return 0;
}
