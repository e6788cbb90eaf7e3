// ClangOutput - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ClangOutput.h"
#include "runtime/output/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <tuple>

namespace racemap {

using llvm::StringRef;

/// Of those that clang gives: none, bold, reverse, and the colours of letters.
static bool isColor(StringRef Parameter) {
  unsigned Number = 0;
  return !Parameter.getAsInteger(10, Number) &&
         (Number <= 1 || Number == 7 || (Number >= 31 && Number <= 37));
}

/// The length of the code that colours what follows, if Text begins with one:
/// "\x1b[0;1;35m".
static size_t colorLength(StringRef Text) {
  constexpr StringRef Begin = "\x1b[";
  if (!Text.starts_with(Begin))
    return 0;
  size_t End = Text.find_first_not_of("0123456789;", Begin.size());
  if (End == StringRef::npos || Text[End] != 'm')
    return 0;
  StringRef Parameters = Text.slice(Begin.size(), End);
  return llvm::all_of(llvm::split(Parameters, ';'), isColor) ? End + 1 : 0;
}

/// Calls Color with each code that colours, and Words with what is between.
static void split(StringRef Text, llvm::function_ref<void(StringRef)> Color,
                  llvm::function_ref<void(StringRef)> Words) {
  while (!Text.empty()) {
    size_t Length = colorLength(Text);
    bool IsColor = Length != 0;
    if (!IsColor)
      Length = std::min(Text.find('\x1b', 1), Text.size());
    (IsColor ? Color : Words)(Text.take_front(Length));
    Text = Text.drop_front(Length);
  }
}

std::string plain(StringRef Text) {
  std::string Plain;
  split(Text, [](StringRef) {}, [&](StringRef Words) { Plain += Words; });
  return Plain;
}

static std::string harmlessLine(StringRef Line, bool HasColors) {
  std::string Out;
  auto Keep = [&](StringRef Color) {
    if (HasColors)
      Out += Color;
  };
  split(Line, Keep, [&](StringRef Words) { Out += output::printable(Words); });
  return output::withoutCommands(Out);
}

std::string harmless(StringRef Text, bool HasColors) {
  std::string Out;
  for (StringRef Line : llvm::split(Text, '\n')) {
    bool HasReturn = Line.consume_back("\r");
    Out += harmlessLine(Line, HasColors) + (HasReturn ? "\r\n" : "\n");
  }
  Out.pop_back();
  return Out;
}

std::string notTaken(StringRef Text) {
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
