// CacheFolder - files that `check -p` keeps for its next run, in the folder
// .racemap of the build folder.
//
// Each is a JSON object:
//   {"version": 3, "key": "…", …: what is kept, "sum": a hash of all the rest}
// The key is a hash of all that this depends on: with another, the file counts
// as absent, and so do damaged ones. A file is written under another name
// first, so that it is never half there.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_CACHEFOLDER_H
#define RACEMAP_TOOLS_RACEMAP_CACHEFOLDER_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <optional>
#include <string>

namespace racemap {

/// In 32 digits.
std::string hashOf(llvm::StringRef Text);

/// Is a file of the cache what was written?
bool isWholeEntry(const llvm::json::Object &Entry);

class CacheFolder {
public:
  /// Nothing is kept if the name is empty.
  explicit CacheFolder(std::string Path) : Path(std::move(Path)) {}

  bool isOn() const { return !Path.empty(); }
  /// What was written with this key.
  std::optional<llvm::json::Object> read(const llvm::Twine &Name,
                                         llvm::StringRef Key) const;
  /// The error names the file that cannot be written.
  llvm::Error write(const llvm::Twine &Name, llvm::StringRef Key,
                    llvm::json::Object Kept) const;

private:
  llvm::Error make() const;

  std::string Path;
};

} // namespace racemap

#endif
