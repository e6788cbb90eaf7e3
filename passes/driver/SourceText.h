// SourceText - the text of a file that a program's source names.
//
// Places of findings are what `#line` says, so that a source can name any file:
// a pipe that nobody writes to, a device without end. Whose lines may be shown,
// runtime/output/SourceName.h says.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_DRIVER_SOURCETEXT_H
#define RACEMAP_PASSES_DRIVER_SOURCETEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>

namespace racemap {

/// Null if it is no regular file, or none of a source's size.
std::unique_ptr<llvm::MemoryBuffer> readSource(llvm::StringRef File);

} // namespace racemap

#endif
