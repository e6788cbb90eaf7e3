// SourceFiles - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/sarif/SourceFiles.h"
#include "clang/Basic/FileSystemOptions.h"
#include "llvm/Support/FileSystem.h"

namespace racemap {

SourceFiles::SourceFiles()
    : Files(clang::FileSystemOptions()), Sources(Diags.engine(), Files) {}

void SourceFiles::expect(const map::SourcePoint &P) {
  if (P.File.empty())
    return;
  Extent &Its = Extents[wholeName(P.File)];
  Its.Lines = std::max(Its.Lines, P.Line);
  Its.Columns = std::max(Its.Columns, P.Column);
}

/// As many lines of as many blanks as are asked for.
clang::FileID SourceFiles::invent(const map::SourcePoint &P) {
  Extent Its = Extents.lookup(P.File);
  constexpr uint64_t Most = 64 << 20; // #line can say any number
  if (uint64_t(Its.Lines) * (uint64_t(Its.Columns) + 1) > Most)
    return {};
  std::string Line = std::string(Its.Columns, ' ') + "\n", Text;
  for (unsigned I = 0; I < Its.Lines; ++I)
    Text += Line;
  auto File = Files.getVirtualFileRef(P.File, Text.size(), 0);
  Sources.overrideFileContents(
      File, llvm::MemoryBuffer::getMemBufferCopy(Text, P.File));
  return Sources.getOrCreateFileID(File, clang::SrcMgr::C_User);
}

clang::FileID SourceFiles::open(const map::SourcePoint &P) {
  // A pipe would be waited for.
  auto File = llvm::sys::fs::is_regular_file(P.File)
                  ? Files.getOptionalFileRef(P.File)
                  : std::nullopt;
  return File ? Sources.getOrCreateFileID(*File, clang::SrcMgr::C_User)
              : invent(P);
}

std::string SourceFiles::wholeName(llvm::StringRef File) {
  llvm::SmallString<128> Path(File);
  llvm::sys::fs::make_absolute(Path);
  return Path.str().str();
}

clang::CharSourceRange SourceFiles::at(map::SourcePoint P) {
  if (P.File.empty())
    return {};
  P.File = wholeName(P.File);
  clang::FileID File = open(P);
  if (File.isInvalid())
    return {};
  clang::SourceLocation Begin = Sources.translateLineCol(
      File, std::max(P.Line, 1u), std::max(P.Column, 1u));
  bool IsLast = Sources.getFileOffset(Begin) + 1 >= Sources.getFileIDSize(File);
  return clang::CharSourceRange::getCharRange(
      Begin, IsLast ? Begin : Begin.getLocWithOffset(1));
}

} // namespace racemap
