// TemporaryFile - a file that is removed when it goes out of scope, or when the
// program is interrupted.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_TEMPORARYFILE_H
#define RACEMAP_TOOLS_RACEMAP_TEMPORARYFILE_H

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Signals.h"

namespace racemap {

class TemporaryFile {
public:
  explicit TemporaryFile(llvm::StringRef Suffix) {
    Code = llvm::sys::fs::createTemporaryFile("racemap", Suffix, Path);
    llvm::sys::RemoveFileOnSignal(Path);
  }
  ~TemporaryFile() {
    llvm::sys::fs::remove(Path);
    llvm::sys::DontRemoveFileOnSignal(Path);
  }
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;

  /// Whether it could be made.
  llvm::Error error() const {
    return Code ? llvm::createStringError("cannot make a temporary file: " +
                                          Code.message())
                : llvm::Error::success();
  }
  std::string path() const { return Path.str().str(); }

private:
  llvm::SmallString<128> Path;
  std::error_code Code;
};

} // namespace racemap

#endif
