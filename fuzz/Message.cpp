// What copies of a process tell it (orders=): bytes that are no message do no
// harm, and messages come through.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/host/Message.h"
#include "fuzz/Input.h"

using namespace racemap::host;

int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::string Bytes(racemap::fuzz::textOf(Data, Size));
  while (std::optional<Message> M = decode(Bytes)) {
    std::string Again = encode(*M);
    std::optional<Message> Same = decode(Again);
    racemap::fuzz::require(Same && Again.empty() && encode(*Same) == encode(*M),
                           "a message comes through");
  }
  return 0;
}
