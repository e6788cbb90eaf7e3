// ClangOutput - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ClangOutput.h"
#include "llvm/ADT/StringExtras.h"

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

} // namespace racemap
