// NewFile - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/config/NewFile.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

namespace racemap::config {

static std::string realPath(const std::string &Path) {
  std::unique_ptr<char, decltype(&std::free)> Real(
      realpath(Path.c_str(), nullptr), &std::free);
  return Real ? Real.get() : "";
}

/// /dev/stdout is what the process was given: another file in its place would
/// be nobody's.
static bool isOfSystem(const std::string &Path) {
  return Path.starts_with("/dev/") || Path.starts_with("/proc/");
}

static Destination destinationOfLink(const std::string &Path, uid_t Owner) {
  if (Owner != 0 && Owner != geteuid())
    return {Path, false, ELOOP};
  struct stat Its;
  bool IsFile = stat(Path.c_str(), &Its) == 0 && S_ISREG(Its.st_mode);
  std::string Real = IsFile && !isOfSystem(Path) ? realPath(Path) : "";
  return Real.empty() ? Destination{Path} : Destination{Real, true};
}

Destination destinationOf(const std::string &Path) {
  struct stat Its;
  if (lstat(Path.c_str(), &Its) != 0)
    return {Path, errno == ENOENT};
  if (S_ISLNK(Its.st_mode))
    return destinationOfLink(Path, Its.st_uid);
  if (S_ISREG(Its.st_mode) && access(Path.c_str(), W_OK) != 0)
    return {Path, false, errno};
  return {Path, S_ISREG(Its.st_mode) != 0};
}

NewFile::NewFile(std::string To) : Path(std::move(To)) {
  struct stat Its;
  bool IsKnown = lstat(Path.c_str(), &Its) == 0 && S_ISREG(Its.st_mode);
  constexpr mode_t Usual = 0666, All = 0777;
  mode_t Rights = IsKnown ? Its.st_mode & All : Usual;
  if (!openNameless(Rights))
    openBeside(Rights);
  if (File >= 0 && IsKnown)
    fchmod(File, Rights); // which the umask may have made fewer
}

NewFile::~NewFile() {
  if (File >= 0)
    close(File);
  if (!Name.empty())
    unlink(Name.c_str());
}

/// Through /proc, such a file gets its name.
bool NewFile::openNameless(mode_t Rights) {
  if (access("/proc/self/fd", X_OK) != 0)
    return false;
  size_t Slash = Path.rfind('/');
  std::string Folder = Slash == std::string::npos
                           ? "."
                           : Path.substr(0, std::max<size_t>(Slash, 1));
  File = open(Folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, Rights);
  return File >= 0;
}

std::string NewFile::nextName() const {
  static std::atomic<unsigned> Count = 0;
  return Path + "." + std::to_string(getpid()) + "-" + std::to_string(Count++);
}

/// A name that is taken, be it by a link, is not used.
void NewFile::openBeside(mode_t Rights) {
  do {
    Name = nextName();
    File = open(Name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, Rights);
  } while (File < 0 && errno == EEXIST);
  if (File >= 0)
    return;
  Error = errno;
  Name.clear();
}

/// Whatever has a name can take the place of another file.
int NewFile::giveName() {
  std::string Open = "/proc/self/fd/" + std::to_string(File);
  while (Name.empty()) {
    std::string Next = nextName();
    if (linkat(AT_FDCWD, Open.c_str(), AT_FDCWD, Next.c_str(),
               AT_SYMLINK_FOLLOW) == 0)
      Name = Next;
    else if (errno != EEXIST)
      return errno;
  }
  return 0;
}

int NewFile::publish() {
  if (int Wrong = giveName())
    return Wrong;
  if (rename(Name.c_str(), Path.c_str()) != 0)
    return errno;
  Name.clear();
  return 0;
}

} // namespace racemap::config
