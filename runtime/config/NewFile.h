// NewFile - a file that nobody sees before it is complete.
//
// It has no name while it is written (O_TMPFILE), so that a process that is
// killed leaves nothing. Where the file system has no such files, it lies
// beside the one whose place it takes, as NAME.PROCESS-NUMBER.
//
// destinationOf() says where what is written to a path goes. Devices and pipes
// are written to. A link goes on to lead to its file, unless somebody else made
// it: in a folder that all may write to, links are traps.
//
// For both halves of RaceMap: plain POSIX.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CONFIG_NEWFILE_H
#define RACEMAP_RUNTIME_CONFIG_NEWFILE_H

#include <string>
#include <sys/types.h>

namespace racemap::config {

struct Destination {
  std::string Path;
  bool IsReplaced = false; ///< by a new file; otherwise it is written to
  int Error = 0;           ///< of errno: nothing may be written there
};

Destination destinationOf(const std::string &Path);

class NewFile {
public:
  /// Takes the place of Path, with the rights of the file that is there.
  explicit NewFile(std::string Path);
  /// Removes what has not been published.
  ~NewFile();
  NewFile(const NewFile &) = delete;
  NewFile &operator=(const NewFile &) = delete;

  /// Why it could not be made, of errno, or 0.
  int error() const { return Error; }
  /// To be written to; closed with the object.
  int file() const { return File; }
  /// Where it lies while it is written; empty: it has no name.
  const std::string &name() const { return Name; }
  /// Gives it its place. Returns why not, of errno, or 0.
  int publish();

private:
  bool openNameless(mode_t Rights);
  void openBeside(mode_t Rights);
  int giveName();
  std::string nextName() const;

  std::string Path, Name;
  int File = -1, Error = 0;
};

} // namespace racemap::config

#endif // RACEMAP_RUNTIME_CONFIG_NEWFILE_H
