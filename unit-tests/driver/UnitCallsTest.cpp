// UnitCalls - what units say of calls is read as it was written.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/UnitCalls.h"
#include "passes/driver/Driver.h"
#include "passes/driver/TemporaryFile.h"
#include "gtest/gtest.h"

using namespace racemap;
namespace json = llvm::json;

/// What is read of a file with this text; null if it is none.
template <typename T> static std::optional<T> readOf(const std::string &Text) {
  TemporaryFile File("json");
  EXPECT_FALSE(llvm::errorToBool(File.error()));
  EXPECT_FALSE(llvm::errorToBool(
      writeFile(File.path(), [&](llvm::raw_ostream &OS) { OS << Text; })));
  auto Its = T::read(File.path());
  if (Its)
    return std::move(*Its);
  llvm::consumeError(Its.takeError());
  return std::nullopt;
}

static std::string textOf(const json::Value &Said) {
  std::string Text;
  llvm::raw_string_ostream(Text) << Said;
  return Text;
}

TEST(UnitCalls, AreReadAndWritten) {
  UnitCalls Its{{"f", "g"}, {"m"}, {{"h", "TEXT"}}};
  EXPECT_EQ(readOf<UnitCalls>(textOf(Its.toJson())), Its);
  CallsOfOthers All{{"f"}, {{"g", {"TEXT", "TEXT2"}}}};
  EXPECT_EQ(readOf<CallsOfOthers>(textOf(All.toJson())), All);
  EXPECT_FALSE(All.isEmpty());
  EXPECT_TRUE(CallsOfOthers().isEmpty());
}

TEST(UnitCalls, OfAnotherFormAreNone) {
  for (const char *Text :
       {"", "[]", "{}", R"({"defines": [], "calls": {}})",
        R"({"defines": [3], "mentions": [], "calls": {}})",
        R"({"defines": [], "mentions": [], "calls": {"f": ["TEXT"]}})"})
    EXPECT_FALSE(readOf<UnitCalls>(Text)) << Text;
  for (const char *Text : {"", "[]", R"({"calls": {}})",
                           R"({"mentions": [], "calls": {"f": "TEXT"}})"})
    EXPECT_FALSE(readOf<CallsOfOthers>(Text)) << Text;
}
