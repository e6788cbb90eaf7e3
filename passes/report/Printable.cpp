// Printable - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/report/Printable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"

namespace racemap::report {

using llvm::StringRef;

/// Takes a character off the text; without a value, a byte that begins none.
static std::optional<llvm::UTF32> takeCharacter(StringRef &Text) {
  const auto *Begin = reinterpret_cast<const llvm::UTF8 *>(Text.begin());
  const auto *At = Begin;
  const auto *End = reinterpret_cast<const llvm::UTF8 *>(Text.end());
  llvm::UTF32 Character = 0;
  if (llvm::convertUTF8Sequence(&At, End, &Character, llvm::strictConversion) !=
      llvm::conversionOK)
    return std::nullopt;
  Text = Text.drop_front(At - Begin);
  return Character;
}

std::string printable(StringRef Text, StringRef Kept) {
  std::string Out;
  while (!Text.empty()) {
    StringRef Before = Text;
    char First = Text.front();
    if (llvm::isPrint(First) || Kept.contains(First)) {
      Out += First;
      Text = Text.drop_front();
    } else if (auto Character = takeCharacter(Text)) {
      if (llvm::sys::unicode::isPrintable(int(*Character)))
        Out += Before.drop_back(Text.size());
      else
        Out += "<U+" + llvm::utohexstr(*Character, false, 4) + ">";
    } else {
      Out += "<" + llvm::utohexstr(uint8_t(First), false, 2) + ">";
      Text = Text.drop_front();
    }
  }
  return Out;
}

} // namespace racemap::report
