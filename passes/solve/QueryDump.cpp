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

/// Z3 prints names with an apostrophe (i'1) as they are, which it does not read
/// again: they are not SMT-LIB without bars.
static void printWithBars(llvm::raw_ostream &Out, llvm::StringRef Text) {
  static constexpr llvm::StringLiteral Ends = " \t\n()|\";";
  while (!Text.empty()) {
    size_t Bar = Text.front() == '|' ? Text.find('|', 1) : 0;
    size_t Size = Bar == Text.npos ? Text.size()
                  : Bar != 0       ? Bar + 1
                                   : Text.find_first_of(Ends);
    llvm::StringRef Token = Text.take_front(std::max<size_t>(Size, 1));
    bool IsBare = Token.contains('\'') && Token.front() != '|';
    Out << (IsBare ? "|" : "") << Token << (IsBare ? "|" : "");
    Text = Text.drop_front(Token.size());
  }
}

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
      << "\n; units: " << Q.Units << "\n; limit: " << Q.MostUnits << "\n";
  printWithBars(Out, ToText());
  Out.close();
  if (Out.has_error()) {
    Out.clear_error();
    llvm::sys::fs::remove(Path);
  }
}

} // namespace racemap::solve
