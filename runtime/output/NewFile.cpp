// NewFile - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/output/NewFile.h"
#include "runtime/output/Destination.h"

#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace racemap::output {

/// A group that is not the other file's has none of its permissions.
static void takeOver(int File, const struct stat &Other) {
  constexpr mode_t All = 0777, OfGroup = 070;
  mode_t Mode = Other.st_mode & All;
  if (fchown(File, Other.st_uid, Other.st_gid) != 0 &&
      fchown(File, uid_t(-1), Other.st_gid) != 0)
    Mode &= ~OfGroup;
  fchmod(File, Mode);
}

NewFile::NewFile(std::string To, bool MayBeNameless) : Path(std::move(To)) {
  struct stat Its;
  bool IsKnown = lstat(Path.c_str(), &Its) == 0 && S_ISREG(Its.st_mode);
  constexpr mode_t Usual = 0666, Private = 0600;
  mode_t Mode = IsKnown ? Private : Usual;
  if (!MayBeNameless || !openNameless(Mode))
    openBeside(Mode);
  if (File >= 0 && IsKnown)
    takeOver(File, Its);
}

NewFile::~NewFile() {
  if (File >= 0)
    close(File);
  if (!Name.empty())
    unlink(Name.c_str());
}

/// Through /proc, such a file gets its name.
bool NewFile::openNameless(mode_t Mode) {
  if (access("/proc/self/fd", X_OK) != 0)
    return false;
  File = open(folderOf(Path).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, Mode);
  return File >= 0;
}

std::string NewFile::nextName() const {
  static std::atomic<unsigned> Count = 0;
  return Path + "." + std::to_string(getpid()) + "-" + std::to_string(Count++);
}

/// A name that is taken, be it by a link, is not used.
void NewFile::openBeside(mode_t Mode) {
  do {
    Name = nextName();
    File = open(Name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, Mode);
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

/// What was written may turn out not to be on the disk when it is closed.
int NewFile::publish() {
  if (int Wrong = giveName())
    return Wrong;
  if (close(std::exchange(File, -1)) != 0)
    return errno;
  if (rename(Name.c_str(), Path.c_str()) != 0)
    return errno;
  Name.clear();
  return 0;
}

} // namespace racemap::output
