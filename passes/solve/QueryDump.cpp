// QueryDump - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/QueryDump.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace racemap::solve {

void QueryDump::add(const Query &Q,
                    const std::function<std::string()> &ToText) {
  if (Folder.empty() || Q.Units < LeastUnits)
    return;
  std::string Name;
  llvm::raw_string_ostream(Name)
      << llvm::format("%05u", ++Number) << '-' << Q.Encoding << '-' << Q.Answer
      << "-%%%%%%%%.smt2";
  llvm::SmallString<128> Pattern(Folder), Path;
  llvm::sys::path::append(Pattern, Name);
  int File = -1;
  if (llvm::sys::fs::createUniqueFile(Pattern, File, Path))
    return;
  llvm::raw_fd_ostream Out(File, /*shouldClose=*/true);
  Out << "; encoding: " << Q.Encoding << "\n; answer: " << Q.Answer
      << "\n; units: " << Q.Units << "\n; limit: " << Q.MostUnits << "\n"
      << ToText();
  Out.close();
  if (Out.has_error()) {
    Out.clear_error();
    llvm::sys::fs::remove(Path);
  }
}

} // namespace racemap::solve
