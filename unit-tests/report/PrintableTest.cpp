// Printable - texts from sources as a terminal may be given them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/report/Printable.h"
#include "gtest/gtest.h"

using racemap::report::printable;

TEST(Printable, LettersStay) {
  for (const char *Text : {"", "a<b>\"'\\ \t", "ä€😀日本"})
    EXPECT_EQ(printable(Text), Text);
}

TEST(Printable, WhatATerminalObeysIsWrittenOut) {
  EXPECT_EQ(printable("\x1b[2J"), "<U+001B>[2J");
  EXPECT_EQ(printable("a\r\nb\x7f"), "a<U+000D><U+000A>b<U+007F>");
  EXPECT_EQ(printable(llvm::StringRef("\0x", 2)), "<U+0000>x");
  EXPECT_EQ(printable("\xc2\x9b"), "<U+009B>");
}

TEST(Printable, DirectionsAreWrittenOut) {
  EXPECT_EQ(printable("\u202Eabc\u2069"), "<U+202E>abc<U+2069>");
}

TEST(Printable, BytesThatAreNoCharacters) {
  EXPECT_EQ(printable("\x9b\xff\xc3"), "<9B><FF><C3>");
  EXPECT_EQ(printable("\xed\xa0\x80"), "<ED><A0><80>"); // a surrogate
  EXPECT_EQ(printable("\xc0\xaf"), "<C0><AF>");         // too long
}

TEST(Printable, EndsOfLinesCanBeKept) {
  EXPECT_EQ(printable("a\nb\x1b", "\n"), "a\nb<U+001B>");
}
