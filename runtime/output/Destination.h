// Destination - where what is written to a path goes, and how.
//
// A file is replaced by a new one when that is complete (NewFile). Devices and
// pipes are written to, and so are files that have other names beside the path,
// or whose folder or file system lets nothing take their place. A link goes on
// to lead to its file, unless it is a trap: somebody else's, in a folder that
// all may write to.
//
// For both halves of RaceMap: plain POSIX.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_OUTPUT_DESTINATION_H
#define RACEMAP_RUNTIME_OUTPUT_DESTINATION_H

#include <functional>
#include <string>
#include <sys/stat.h>

namespace racemap::output {

struct Destination {
  std::string Path;
  bool IsReplaced = false;     ///< by a new file; otherwise it is written to
  int Error = 0;               ///< of errno: nothing may be written there
  bool MustBeReplaced = false; ///< or nothing is written
};

Destination destinationOf(const std::string &Path);

/// Writes to an open file. Beside: where that lies until it is complete, empty
/// if it has no name. Returns what is wrong, of errno, or 0.
using Contents = std::function<int(int File, const std::string &Beside)>;

/// Write may be called a second time, to write to a file that cannot be
/// replaced. Returns what is wrong, of errno, or 0.
int writeTo(const Destination &To, const Contents &Write);

/// May User not follow a link of that owner? The rule of Linux's
/// protected_symlinks, for folders without the sticky bit, too.
bool isTrap(uid_t Owner, uid_t User, const struct stat &Folder);

/// Does an error of replacing a file leave that to be written to?
bool mayBeOverwritten(int Error);

/// The folder that a path names a file in.
std::string folderOf(const std::string &Path);

} // namespace racemap::output

#endif // RACEMAP_RUNTIME_OUTPUT_DESTINATION_H
