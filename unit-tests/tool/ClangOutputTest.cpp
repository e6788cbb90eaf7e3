// ClangOutput - what clang said about a unit.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/racemap/ClangOutput.h"
#include "gtest/gtest.h"

using namespace racemap;

static const std::string Colored =
    "\x1b[1ma.cu:1:2: \x1b[0m\x1b[0;1;35mwarning: \x1b[0mrace\n";

TEST(Harmless, ColorsStayOnATerminalAlone) {
  EXPECT_EQ(harmless(Colored, /*HasColors=*/true), Colored);
  EXPECT_EQ(harmless(Colored, /*HasColors=*/false),
            "a.cu:1:2: warning: race\n");
}

/// As clang shows what cannot be printed.
TEST(Harmless, ReverseStays) {
  std::string Shown = "\x1b[7m<E4>\x1b[0m";
  EXPECT_EQ(harmless(Shown, /*HasColors=*/true), Shown);
  EXPECT_EQ(harmless(Shown, /*HasColors=*/false), "<E4>");
}

/// Letters that nobody sees, that blink, or in the colour of what is behind.
TEST(Harmless, OtherCodesDoNotStay) {
  for (const char *Code : {"\x1b[8m", "\x1b[5m", "\x1b[30m", "\x1b[47m",
                           "\x1b[m", "\x1b[31;8m", "\x1b[2J", "\x1b[38;5;0m"})
    for (bool HasColors : {false, true})
      EXPECT_EQ(harmless(Code, HasColors), "<U+001B>" + std::string(Code + 1));
}

TEST(Harmless, LinesStay) {
  EXPECT_EQ(harmless("a\r\nb\n\nc", false), "a\r\nb\n\nc");
  EXPECT_EQ(harmless("a\rb", false), "a<U+000D>b");
}

TEST(Harmless, NoLineCommandsGithub) {
  EXPECT_EQ(harmless("a\n\x1b[1m::error::x", false), "a\n<U+003A>:error::x");
  EXPECT_EQ(harmless("see ##[group]x", true), "see #<U+0023>[group]x");
}
