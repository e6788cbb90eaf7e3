// ResultsFile - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/host/ResultsFile.h"
#include "runtime/config/NewFile.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
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

static int replace(const std::string &Path, std::string_view Text) {
  config::NewFile New(Path);
  int Wrong = New.error();
  if (Wrong == 0)
    Wrong = write(New.file(), Text);
  return Wrong ? Wrong : New.publish();
}

static int overwrite(const std::string &Path, std::string_view Text) {
  int File = open(Path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (File < 0)
    return errno;
  int Wrong = write(File, Text);
  if (close(File) != 0 && Wrong == 0)
    Wrong = errno;
  return Wrong;
}

std::string replaceFile(const std::string &Path, const std::string &Text,
                        bool IsLast) {
  config::Destination To = config::destinationOf(Path);
  if (To.Error)
    return std::strerror(To.Error);
  if (!To.IsReplaced && !IsLast)
    return "";
  int Wrong = To.IsReplaced ? replace(To.Path, Text) : EACCES;
  if (Wrong == EACCES) // of the folder, maybe
    Wrong = overwrite(To.Path, Text);
  return Wrong ? std::strerror(Wrong) : "";
}

} // namespace racemap::host
