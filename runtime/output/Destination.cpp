// Destination - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/output/Destination.h"
#include "runtime/output/NewFile.h"
#include "runtime/output/SizeSignal.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <fcntl.h>
#include <unistd.h>

namespace racemap::output {

std::string folderOf(const std::string &Path) {
  size_t Slash = Path.rfind('/');
  return Slash == std::string::npos
             ? "."
             : Path.substr(0, std::max<size_t>(Slash, 1));
}

/// /dev/stdout is what the process was given: another file in its place would
/// be nobody's.
static bool isOfSystem(const std::string &Link) {
  return Link.starts_with("/dev/") || Link.starts_with("/proc/");
}

bool isTrap(uid_t Owner, uid_t User, const struct stat &Folder) {
  return (Folder.st_mode & S_IWOTH) && Owner != User && Owner != Folder.st_uid;
}

static bool isTrap(const std::string &Link, uid_t Owner) {
  struct stat Folder;
  return stat(folderOf(Link).c_str(), &Folder) != 0 ||
         isTrap(Owner, geteuid(), Folder);
}

static std::string targetOf(const std::string &Link) {
  std::array<char, PATH_MAX> Text;
  ssize_t Size = readlink(Link.c_str(), Text.data(), Text.size());
  std::string Target(Text.data(), size_t(std::max<ssize_t>(Size, 0)));
  return Target.starts_with("/") ? Target : folderOf(Link) + "/" + Target;
}

/// Where all may make files, somebody may have put a link there to a file that
/// is not his.
static Destination destinationOfFile(const std::string &Path,
                                     const struct stat &Its) {
  if (!S_ISREG(Its.st_mode))
    return {Path};
  if (access(Path.c_str(), W_OK) != 0)
    return {Path, false, errno};
  struct stat Folder{};
  stat(folderOf(Path).c_str(), &Folder);
  bool IsForAll = (Folder.st_mode & S_IWOTH) != 0;
  return {Path, Its.st_nlink == 1 || IsForAll, 0, IsForAll};
}

Destination destinationOf(const std::string &Path) {
  constexpr unsigned MostLinks = 40; // as the kernel has it
  std::string At = Path;
  for (unsigned Links = 0; Links <= MostLinks; ++Links) {
    struct stat Its;
    if (lstat(At.c_str(), &Its) != 0)
      return {Path, errno == ENOENT && Links == 0};
    if (!S_ISLNK(Its.st_mode))
      return destinationOfFile(At, Its);
    if (isTrap(At, Its.st_uid))
      return {Path, false, ELOOP};
    if (isOfSystem(At))
      return {Path};
    At = targetOf(At);
  }
  return {Path, false, ELOOP};
}

bool mayBeOverwritten(int Error) {
  // Of the folder; of a file that is immutable, or mounted alone.
  constexpr int All[] = {EACCES, EPERM, EBUSY, EROFS, EXDEV};
  return std::ranges::find(All, Error) != std::end(All);
}

static int replace(const std::string &Path, const Contents &Write) {
  NewFile New(Path);
  int Wrong = New.error();
  if (Wrong == 0)
    Wrong = Write(New.file(), New.name());
  return Wrong ? Wrong : New.publish();
}

static int overwrite(const std::string &Path, const Contents &Write) {
  constexpr mode_t Usual = 0666;
  int File =
      open(Path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, Usual);
  if (File < 0)
    return errno;
  int Wrong = Write(File, "");
  if (close(File) != 0 && Wrong == 0)
    Wrong = errno;
  return Wrong;
}

int writeTo(const Destination &To, const Contents &Write) {
  if (To.Error)
    return To.Error;
  SizeSignal IsKept;
  int Wrong = To.IsReplaced ? replace(To.Path, Write) : EACCES;
  bool MayBeWrittenTo = mayBeOverwritten(Wrong) && !To.MustBeReplaced;
  return MayBeWrittenTo ? overwrite(To.Path, Write) : Wrong;
}

} // namespace racemap::output
