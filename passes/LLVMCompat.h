// LLVMCompat - the differences between LLVM 19 and 22 that several folders
// meet.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LLVMCOMPAT_H
#define RACEMAP_PASSES_LLVMCOMPAT_H

#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace racemap::compat {

/// Path as seen from Folder.
inline void makeAbsolute(llvm::StringRef Folder,
                         llvm::SmallVectorImpl<char> &Path) {
#if LLVM_VERSION_MAJOR >= 22
  llvm::sys::path::make_absolute(Folder, Path);
#else
  llvm::sys::fs::make_absolute(Folder, Path);
#endif
}

} // namespace racemap::compat

#endif
