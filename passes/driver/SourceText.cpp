// SourceText - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/SourceText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace racemap {

using llvm::StringRef;
namespace path = llvm::sys::path;

std::unique_ptr<llvm::MemoryBuffer> readSource(StringRef File) {
  constexpr uint64_t Most = 256 << 20;
  llvm::sys::fs::file_status Status;
  if (llvm::sys::fs::status(File, Status) ||
      !llvm::sys::fs::is_regular_file(Status) || Status.getSize() > Most)
    return nullptr;
  auto Text = llvm::MemoryBuffer::getFile(File);
  return Text ? std::move(*Text) : nullptr;
}

bool isSourceName(StringRef File) {
  static constexpr StringRef Known[] = {
      ".cu",  ".cuh", ".c",    ".cc",   ".cp",  ".cpp",     ".cxx",
      ".c++", ".h",   ".hh",   ".hp",   ".hpp", ".hxx",     ".h++",
      ".inc", ".inl", ".ipp",  ".ixx",  ".tcc", ".tpp",     ".txx",
      ".def", ".cl",  ".in",   ".y",    ".yy",  ".l",       ".jinja",
      ".j2",  ".m4",  ".mako", ".tmpl", ".tpl", ".template"};
  std::string Extension = path::extension(File).lower();
  if (!Extension.empty())
    return llvm::is_contained(Known, StringRef(Extension));
  return llvm::any_of(llvm::make_range(path::begin(File), path::end(File)),
                      [](StringRef Part) { return Part == "include"; });
}

} // namespace racemap
