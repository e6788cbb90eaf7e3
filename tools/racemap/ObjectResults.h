// ObjectResults - the results that travel in object files.
//
// In host code that the plugin has seen being compiled, section .racemap has
// the unit's JSON, one document for each GPU architecture, each ended by NULs.
// `ld -r` puts the sections of several units together; a linker leaves them out
// of programs.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_OBJECTRESULTS_H
#define RACEMAP_TOOLS_RACEMAP_OBJECTRESULTS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <vector>

namespace racemap {

/// An object file or an archive of some?
bool isObject(llvm::StringRef Bytes);
/// Documents within File's bytes; none if nothing in it has the section.
llvm::Expected<std::vector<llvm::StringRef>>
documentsIn(llvm::MemoryBufferRef File);

} // namespace racemap

#endif
