// TemporaryFile - a file that is removed when it goes out of scope, or when the
// program is interrupted.
//
// All that a process has at one time lie in one folder, which is the user's
// alone: whoever puts another file in the place of one, as clang does, gives it
// the permissions that the umask leaves.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_DRIVER_TEMPORARYFILE_H
#define RACEMAP_PASSES_DRIVER_TEMPORARYFILE_H

#include "passes/driver/TemporaryFolder.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <system_error>

namespace racemap {

class TemporaryFile {
public:
  explicit TemporaryFile(llvm::StringRef Suffix);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;

  /// Whether it could be made.
  llvm::Error error() const;
  /// Whether something could be written to it, which replaces what it has: the
  /// disk may be full.
  llvm::Error probe() const;
  std::string path() const { return Path; }

private:
  std::shared_ptr<TemporaryFolder> Folder; ///< goes after the file
  std::string Path;
  std::error_code Code;
};

} // namespace racemap

#endif
