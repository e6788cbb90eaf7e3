// Message - what a copy of a process tells the process of its findings.
//
// In bytes that go through a pipe, the length in front: both are the same
// program, so that sites have the same numbers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_HOST_MESSAGE_H
#define RACEMAP_RUNTIME_HOST_MESSAGE_H

#include "runtime/host/Finding.h"

namespace racemap::host {

struct Message {
  enum class Kind : uint8_t {
    Found,  ///< a finding that is new to the copy
    Seen,   ///< how often it was seen besides
    Warning ///< Text
  };
  Kind What = Kind::Warning;
  /// As Log::Identity has it.
  Finding::Kind K = Finding::Kind::DataRace;
  unsigned First = ~0u, Second = ~0u;
  std::string In;
  bool IsOneSided = false;

  uint64_t Times = 0;
  bool IsBenign = false;
  Finding Its;
  std::string Text;
};

std::string encode(const Message &M);
/// Takes the first message off Bytes; nothing if it is not whole.
std::optional<Message> decode(std::string &Bytes);

} // namespace racemap::host

#endif // RACEMAP_RUNTIME_HOST_MESSAGE_H
