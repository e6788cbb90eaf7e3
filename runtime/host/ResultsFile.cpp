// ResultsFile - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/host/ResultsFile.h"
#include "runtime/output/Destination.h"

#include <cerrno>
#include <cstring>
#include <string_view>
#include <unistd.h>

namespace racemap::host {

/// errno, or 0.
static int write(int File, std::string_view Text) {
  while (!Text.empty()) {
    ssize_t Written = ::write(File, Text.data(), Text.size());
    if (Written >= 0)
      Text.remove_prefix(size_t(Written));
    else if (errno != EINTR)
      return errno;
  }
  return 0;
}

std::string replaceFile(const std::string &Path, const std::string &Text,
                        bool IsLast) {
  output::Destination To = output::destinationOf(Path);
  if (!To.Error && !To.IsReplaced && !IsLast)
    return "";
  int Wrong = output::writeTo(
      To, [&](int File, const std::string &) { return write(File, Text); });
  return Wrong ? std::strerror(Wrong) : "";
}

} // namespace racemap::host
