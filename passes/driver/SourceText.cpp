// SourceText - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/SourceText.h"
#include "llvm/Support/FileSystem.h"

namespace racemap {

using llvm::StringRef;

std::unique_ptr<llvm::MemoryBuffer> readSource(StringRef File) {
  constexpr uint64_t Most = 256 << 20;
  llvm::sys::fs::file_status Status;
  if (llvm::sys::fs::status(File, Status) ||
      !llvm::sys::fs::is_regular_file(Status) || Status.getSize() > Most)
    return nullptr;
  auto Text = llvm::MemoryBuffer::getFile(File);
  return Text ? std::move(*Text) : nullptr;
}

} // namespace racemap
