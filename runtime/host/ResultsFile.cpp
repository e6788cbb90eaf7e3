// ResultsFile - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/host/ResultsFile.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <string_view>
#include <unistd.h>

namespace racemap::host {

namespace fs = std::filesystem;

/// errno, or 0.
static int write(const std::string &Path, std::string_view Text) {
  int File = open(Path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (File < 0)
    return errno;
  int Wrong = 0;
  while (!Text.empty() && Wrong == 0) {
    ssize_t Written = ::write(File, Text.data(), Text.size());
    if (Written >= 0)
      Text.remove_prefix(size_t(Written));
    else if (errno != EINTR)
      Wrong = errno;
  }
  if (close(File) != 0 && Wrong == 0)
    Wrong = errno;
  return Wrong;
}

std::string replaceFile(const std::string &Path, const std::string &Text,
                        bool IsLast) {
  std::error_code Ignored;
  // A link goes on to lead to the file.
  fs::path Real = fs::canonical(Path, Ignored);
  std::string To = Real.empty() ? Path : Real.string();
  bool IsFile = Real.empty() || fs::is_regular_file(Real, Ignored);
  if (!IsFile && !IsLast)
    return "";
  std::string Beside = To + "." + std::to_string(getpid()) + ".tmp";
  int Wrong = IsFile ? write(Beside, Text) : EINVAL;
  if (Wrong == 0 && rename(Beside.c_str(), To.c_str()) == 0)
    return "";
  if (IsFile)
    unlink(Beside.c_str());
  // The folder may be one in which nothing can be made.
  Wrong = write(To, Text);
  return Wrong ? std::strerror(Wrong) : "";
}

} // namespace racemap::host
