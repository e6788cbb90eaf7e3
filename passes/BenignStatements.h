// BenignStatements - where RACEMAP_BENIGN stands in front of a statement.
//
// The module has it as an annotation of the function that the statement is in:
// "racemap.benign-at: 12:3-14:20: why", lines and columns of its first and its
// last token.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_BENIGNSTATEMENTS_H
#define RACEMAP_PASSES_BENIGNSTATEMENTS_H

#include "passes/Annotations.h"
#include <optional>
#include <utility>

namespace racemap {

struct BenignStatement {
  static constexpr llvm::StringLiteral Name = "racemap.benign-at";

  /// Lines and columns count from 1.
  using Place = std::pair<unsigned, unsigned>;
  Place First, Last;
  llvm::StringRef Why;

  /// Column 0: anywhere in the line.
  bool has(unsigned Line, unsigned Column) const {
    if (Column == 0)
      return First.first <= Line && Line <= Last.first;
    Place At(Line, Column);
    return First <= At && At <= Last;
  }

  std::string text() const {
    return (Name + ": " + llvm::Twine(First.first) + ":" +
            llvm::Twine(First.second) + "-" + llvm::Twine(Last.first) + ":" +
            llvm::Twine(Last.second) + ": " + Why)
        .str();
  }

  /// Nothing if it is not such a text.
  static std::optional<BenignStatement> parse(llvm::StringRef Text) {
    BenignStatement S;
    if (!Text.consume_front(Name) || !Text.consume_front(": ") ||
        !consume(Text, S.First) || !Text.consume_front("-") ||
        !consume(Text, S.Last) || !Text.consume_front(": "))
      return std::nullopt;
    S.Why = Text;
    return S;
  }

private:
  static bool consume(llvm::StringRef &Text, Place &P) {
    return !Text.consumeInteger(10, P.first) && Text.consume_front(":") &&
           !Text.consumeInteger(10, P.second);
  }
};

} // namespace racemap

#endif
