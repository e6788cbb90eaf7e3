// JsonText - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/report/JsonText.h"
#include <optional>
#include <string>

namespace racemap::report {

using llvm::StringRef;

/// Lists and objects in each other. LLVM's parser calls itself for each, and
/// results have about ten.
static constexpr unsigned MostLevels = 200;

/// The text in front of the first bracket that goes too deep, if there is one.
static std::optional<StringRef> beforeTooDeep(StringRef Text) {
  unsigned Levels = 0;
  bool InString = false;
  for (size_t At = 0; At < Text.size(); ++At) {
    char C = Text[At];
    if (C == '"')
      InString = !InString;
    else if (InString)
      At += C == '\\';
    else if ((C == '[' || C == '{') && ++Levels > MostLevels)
      return Text.take_front(At);
    else if ((C == ']' || C == '}') && Levels > 0)
      --Levels;
  }
  return std::nullopt;
}

/// Of "[LINE:COLUMN, byte=OFFSET]: what". The column is counted from 0, and is
/// behind the character that is wrong, if there is one.
llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef Text,
                                            const llvm::Twine &File) {
  if (auto Before = beforeTooDeep(Text))
    return llvm::createStringError(
        File + ":" + llvm::Twine(Before->count('\n') + 1) + ":" +
        llvm::Twine(Before->size() - (Before->rfind('\n') + 1) + 1) +
        ": broken JSON: nested too deeply");
  auto Value = llvm::json::parse(Text);
  if (Value)
    return Value;
  std::string Said = llvm::toString(Value.takeError());
  auto [Place, What] = llvm::StringRef(Said).split("]: ");
  auto [Line, Column] = Place.ltrim('[').split(',').first.split(':');
  return llvm::createStringError(File + ":" + Line + ":" +
                                 (Column == "0" ? "1" : Column) +
                                 ": broken JSON: " + What);
}

} // namespace racemap::report
