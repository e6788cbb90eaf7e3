// TemporaryFile - a file that is removed when it goes out of scope, or when the
// program is interrupted.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_TEMPORARYFILE_H
#define RACEMAP_TOOLS_RACEMAP_TEMPORARYFILE_H

#include "passes/driver/Driver.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"

namespace racemap {

class TemporaryFile {
public:
  explicit TemporaryFile(llvm::StringRef Suffix) {
    Code = llvm::sys::fs::createTemporaryFile("racemap", Suffix, Path);
    llvm::sys::RemoveFileOnSignal(Path);
    if (!Code) // nobody else's
      Code = llvm::sys::fs::setPermissions(
          Path, llvm::sys::fs::owner_read | llvm::sys::fs::owner_write);
  }
  ~TemporaryFile() {
    llvm::sys::fs::remove(Path);
    llvm::sys::DontRemoveFileOnSignal(Path);
  }
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;

  /// Whether it could be made.
  llvm::Error error() const {
    if (!Code)
      return llvm::Error::success();
    llvm::SmallString<128> Folder;
    llvm::sys::path::system_temp_directory(/*erasedOnReboot=*/true, Folder);
    return llvm::createStringError("cannot make a temporary file in " + Folder +
                                   ": " + Code.message());
  }
  /// Whether something could be written to it, which replaces what it has: the
  /// disk may be full.
  llvm::Error probe() const {
    return writeFile(path(), [](llvm::raw_ostream &OS) { OS << '\n'; });
  }
  std::string path() const { return Path.str().str(); }

private:
  llvm::SmallString<128> Path;
  std::error_code Code;
};

} // namespace racemap

#endif
