// Input - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fuzz/Input.h"
#include <sys/mman.h>
#include <unistd.h>

namespace racemap::fuzz {

const std::string &fileOf(std::string_view Text) {
  static const int File = memfd_create("input", MFD_CLOEXEC);
  static const std::string Path = "/proc/self/fd/" + std::to_string(File);
  require(ftruncate(File, 0) == 0 &&
              pwrite(File, Text.data(), Text.size(), 0) == ssize_t(Text.size()),
          "a file in memory can be written");
  return Path;
}

} // namespace racemap::fuzz
