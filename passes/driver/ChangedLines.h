// ChangedLines - what has changed since a revision, as git tells.
//
// A change is a range of lines of the file as it is now: new and altered lines,
// or, where lines were removed, the two lines that are neighbours since. Files
// that git does not know yet are changed as a whole.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_DRIVER_CHANGEDLINES_H
#define RACEMAP_PASSES_DRIVER_CHANGEDLINES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace racemap {

class ChangedLines {
public:
  /// The top folder of the repository that a folder is part of, or nothing.
  static std::optional<std::string> repositoryOf(llvm::StringRef Folder);
  /// An error with git's words if there is no such revision.
  static llvm::Expected<ChangedLines> since(llvm::StringRef Revision,
                                            llvm::StringRef Repository);
  /// Has any of these lines changed? The file may be named from the current
  /// folder.
  bool touch(llvm::StringRef File, unsigned From, unsigned To) const;
  /// The same text for the same changes.
  std::string text() const;

private:
  struct Range {
    unsigned From, To;
  };
  llvm::Error readDiff(llvm::StringRef Text, llvm::StringRef Root);

  std::map<std::string, std::vector<Range>> Files; ///< by whole paths
};

/// The text of what has changed in all repositories that files are in; nothing
/// without a revision. An error if no file is in a repository, or one of them
/// has no such revision.
llvm::Expected<std::string> changesSince(llvm::StringRef Revision,
                                         const std::set<std::string> &Files);

} // namespace racemap

#endif
