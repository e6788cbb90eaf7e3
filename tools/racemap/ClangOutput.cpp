// ClangOutput - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ClangOutput.h"
#include "llvm/ADT/StringExtras.h"
#include <tuple>

namespace racemap {

std::string plain(llvm::StringRef Text) {
  std::string Plain;
  while (!Text.empty()) {
    auto [Before, Code] = Text.split("\x1b[");
    Plain += Before;
    Text = Code.drop_until([](char C) { return llvm::isAlpha(C); });
    Text = Text.drop_front(Text.empty() ? 0 : 1);
  }
  return Plain;
}

std::string notTaken(llvm::StringRef Text) {
  std::string Said = plain(Text);
  for (llvm::StringRef Line : llvm::split(Said, '\n'))
    if (Line.contains("error: "))
      return "clang does not take it: " + Line.str();
  return "clang does not take it, and does not say why";
}

/// "FILE:LINE:COLUMN: warning: ...": what notes and lines of the source follow.
static bool isHeadline(llvm::StringRef Line) {
  auto Has = [&](llvm::StringRef Kind) {
    return Line.starts_with(Kind) || Line.contains((": " + Kind).str());
  };
  return !Line.starts_with(" ") && (Has("warning: ") || Has("remark: ") ||
                                    Has("error: ") || Has("fatal error: "));
}

/// "2 warnings generated when compiling for sm_80."
static bool isCount(llvm::StringRef Line) {
  return !Line.empty() && llvm::isDigit(Line.front()) &&
         Line.contains(" generated");
}

/// "In file included from a.cu:1:", and what is under it.
static bool isWayTo(llvm::StringRef Line, bool IsBegun) {
  return Line.starts_with("In file included from ") ||
         (IsBegun && Line.ltrim().starts_with("from "));
}

std::string SaidOnce::take(llvm::StringRef Text) {
  std::string New, Way;
  bool IsNew = true;
  for (auto [Line, Rest] = Text.split('\n'); !Line.empty() || !Rest.empty();
       std::tie(Line, Rest) = Rest.split('\n')) {
    std::string Words = plain(Line);
    if (isCount(Words))
      continue;
    if (isWayTo(Words, !Way.empty())) {
      Way += Line.str() + "\n";
      continue;
    }
    if (isHeadline(Words))
      IsNew = Known.insert(Words).second;
    if (IsNew)
      New += Way + Line.str() + "\n";
    Way.clear();
  }
  return New;
}

} // namespace racemap
