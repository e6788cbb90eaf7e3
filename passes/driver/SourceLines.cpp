// SourceLines - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/SourceLines.h"
#include "passes/driver/SourceText.h"
#include "llvm/ADT/StringExtras.h"

namespace racemap {

llvm::ArrayRef<llvm::StringRef> SourceLines::of(llvm::StringRef File) {
  auto [Entry, IsNew] = Files.try_emplace(File);
  Text &T = Entry->second;
  if (!IsNew)
    return T.Lines;
  if ((T.Buffer = readSource(File))) {
    for (llvm::StringRef Line : llvm::split(T.Buffer->getBuffer(), '\n'))
      T.Lines.push_back(Line);
  }
  return T.Lines;
}

llvm::StringRef SourceLines::at(llvm::StringRef File, unsigned Line) {
  llvm::ArrayRef<llvm::StringRef> All = of(File);
  return Line && Line <= All.size() ? All[Line - 1].trim() : llvm::StringRef();
}

} // namespace racemap
