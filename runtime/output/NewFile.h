// NewFile - a file that nobody sees before it is complete.
//
// It has no name while it is written (O_TMPFILE), so that a process that is
// killed leaves nothing. Where the file system has no such files, it lies
// beside the one whose place it takes, as NAME.PROCESS-NUMBER.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_OUTPUT_NEWFILE_H
#define RACEMAP_RUNTIME_OUTPUT_NEWFILE_H

#include <string>
#include <sys/types.h>

namespace racemap::output {

class NewFile {
public:
  /// Takes the place of Path, with the owner, group and mode of the file that
  /// is there, as far as this user may give them.
  explicit NewFile(std::string Path, bool MayBeNameless = true);
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
  /// Gives it its place, and closes it. Returns why not, of errno, or 0.
  int publish();

private:
  bool openNameless(mode_t Mode);
  void openBeside(mode_t Mode);
  int giveName();
  std::string nextName() const;

  std::string Path, Name;
  int File = -1, Error = 0;
};

} // namespace racemap::output

#endif // RACEMAP_RUNTIME_OUTPUT_NEWFILE_H
