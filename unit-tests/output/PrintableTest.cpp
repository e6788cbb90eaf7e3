// Printable - texts as a terminal, and GitHub's runner, may be given them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/output/Printable.h"
#include "gtest/gtest.h"

using namespace racemap::output;

TEST(Printable, LettersStay) {
  for (const char *Text : {"", "a<b>\"'\\ \t", "ä€😀日本"})
    EXPECT_EQ(printable(Text), Text);
}

TEST(Printable, WhatATerminalObeysIsWrittenOut) {
  EXPECT_EQ(printable("\x1b[2J"), "<U+001B>[2J");
  EXPECT_EQ(printable("a\r\nb\x7f"), "a<U+000D><U+000A>b<U+007F>");
  EXPECT_EQ(printable(std::string_view("\0x", 2)), "<U+0000>x");
  EXPECT_EQ(printable("\xc2\x9b"), "<U+009B>");
}

TEST(Printable, DirectionsAndWhatIsNotSeenAreWrittenOut) {
  EXPECT_EQ(printable("\u202Eabc\u2069"), "<U+202E>abc<U+2069>");
  EXPECT_EQ(printable("\u061C\u00AD\u180E\uFFF9"),
            "<U+061C><U+00AD><U+180E><U+FFF9>");
  EXPECT_EQ(printable("\U000E0041"), "<U+E0041>");
}

TEST(Printable, BytesThatAreNoCharacters) {
  EXPECT_EQ(printable("\x9b\xff\xc3"), "<9B><FF><C3>");
  EXPECT_EQ(printable("\xed\xa0\x80"), "<ED><A0><80>"); // a surrogate
  EXPECT_EQ(printable("\xc0\xaf"), "<C0><AF>");         // too long
}

TEST(Printable, TheBeginningHasWholeCharacters) {
  EXPECT_EQ(beginOf("abc", 2), "ab");
  EXPECT_EQ(beginOf("abc", 3), "abc");
  EXPECT_EQ(beginOf("abc", 9), "abc");
  EXPECT_EQ(beginOf("a\u00e4b", 2), "a");
  EXPECT_EQ(beginOf("a\u00e4b", 3), "a\u00e4");
  EXPECT_EQ(beginOf("\u3000x", 2), "");
}

TEST(Printable, NoLineBeginsACommand) {
  EXPECT_EQ(withoutCommands("::error::x"), "<U+003A>:error::x");
  EXPECT_EQ(withoutCommands("a\n \t::error::x"), "a\n \t<U+003A>:error::x");
  // The runner takes off blanks of all kinds.
  EXPECT_EQ(withoutCommands("\u00A0\u3000::x"), "\u00A0\u3000<U+003A>:x");
  EXPECT_EQ(withoutCommands("std::sort, a::b\n:: c"),
            "std::sort, a::b\n<U+003A>: c");
}

TEST(Printable, NoLineHasACommand) {
  EXPECT_EQ(withoutCommands("in 'a##[stop-commands]x'"),
            "in 'a#<U+0023>[stop-commands]x'");
  EXPECT_EQ(withoutCommands("##[a]###[b]"), "#<U+0023>[a]##<U+0023>[b]");
  EXPECT_EQ(withoutCommands("a ## b [0]"), "a ## b [0]");
}

TEST(Printable, ALineOfItsOwn) {
  EXPECT_EQ(printableLine("::error::\nx"), "<U+003A>:error::<U+000A>x");
}
