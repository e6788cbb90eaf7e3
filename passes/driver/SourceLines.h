// SourceLines - the text of source files, line by line, each read once.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_DRIVER_SOURCELINES_H
#define RACEMAP_PASSES_DRIVER_SOURCELINES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include <vector>

namespace racemap {

class SourceLines {
public:
  /// All lines; none if the file cannot be read.
  llvm::ArrayRef<llvm::StringRef> of(llvm::StringRef File);
  /// The line, which is counted from 1, without blanks around it.
  llvm::StringRef at(llvm::StringRef File, unsigned Line);

private:
  struct Text {
    std::unique_ptr<llvm::MemoryBuffer> Buffer;
    std::vector<llvm::StringRef> Lines;
  };
  llvm::StringMap<Text> Files;
};

} // namespace racemap

#endif
