// TemporaryFolder - a folder of this user's alone that is removed, with all in
// it, when it goes out of scope. Interrupts have to be watched while it is
// there, as InterruptWatch and TemporaryFile do.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_DRIVER_TEMPORARYFOLDER_H
#define RACEMAP_PASSES_DRIVER_TEMPORARYFOLDER_H

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cerrno>
#include <cstdlib>

namespace racemap {

class TemporaryFolder {
public:
  TemporaryFolder() {
    llvm::SmallString<128> Name;
    llvm::sys::path::system_temp_directory(/*erasedOnReboot=*/true, Name);
    llvm::sys::path::append(Name, "racemap-run-XXXXXX");
    llvm::sys::fs::make_absolute(Name); // for programs that run elsewhere
    Path = Name.str().str();
    if (!mkdtemp(Path.data()))
      Code = std::error_code(errno, std::generic_category());
  }
  ~TemporaryFolder() {
    if (!Code)
      llvm::sys::fs::remove_directories(Path);
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  /// Why it could not be made.
  std::error_code code() const { return Code; }
  /// The same, in words.
  llvm::Error error() const {
    if (!Code)
      return llvm::Error::success();
    return llvm::createStringError("cannot make a temporary folder " + Path +
                                   ": " + Code.message());
  }
  const std::string &path() const { return Path; }
  std::string file(llvm::StringRef Name) const {
    return Path + "/" + Name.str();
  }

private:
  std::string Path;
  std::error_code Code;
};

} // namespace racemap

#endif
