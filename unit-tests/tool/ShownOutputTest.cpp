// ShownOutput - what programs write is shown as it comes, and harmless.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/racemap/ShownOutput.h"
#include "gtest/gtest.h"
#include <thread>
#include <unistd.h>

using racemap::ShownOutput;

/// What comes of texts that are written one after the other.
static std::string shown(std::initializer_list<std::string> Texts,
                         bool HasColors = false) {
  testing::internal::CaptureStderr();
  {
    ShownOutput Output(HasColors);
    for (const std::string &Text : Texts) {
      EXPECT_EQ(write(Output.file(), Text.data(), Text.size()),
                ssize_t(Text.size()));
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }
  return testing::internal::GetCapturedStderr();
}

static const std::string Clear = "\r\x1b[K";

TEST(ShownOutput, LinesAndWhatHasNoEnd) {
  EXPECT_EQ(shown({"a\nb", "c\nd"}), "a\nbc\nd");
  EXPECT_EQ(shown({"\x1b[1mred\x1b[0m\n"}, true), "\x1b[1mred\x1b[0m\n");
}

TEST(ShownOutput, TheLineOfProgressIsWrittenOver) {
  std::string All = Clear + "[0/2] a" + Clear + "[1/2] b" + Clear + "x\n";
  EXPECT_EQ(shown({All}), All);
  EXPECT_EQ(shown({Clear + "[0/2] a", "bc\r\x1b", "[K[1/2] b", Clear + "x\n"}),
            Clear + "[0/2] abc" + Clear + "[1/2] b" + Clear + "x\n");
}

TEST(ShownOutput, TheLineOfProgressIsShownAtOnce) {
  testing::internal::CaptureStderr();
  ShownOutput Output(false);
  std::string Text = Clear + "[0/2] a";
  ASSERT_EQ(write(Output.file(), Text.data(), Text.size()),
            ssize_t(Text.size()));
  std::string Shown;
  for (int I = 0; I < 500 && Shown.size() < Text.size(); ++I) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    Shown += testing::internal::GetCapturedStderr();
    testing::internal::CaptureStderr();
  }
  testing::internal::GetCapturedStderr();
  EXPECT_EQ(Shown, Text);
}

/// The name of a file can have anything in it.
TEST(ShownOutput, NothingElseClearsALine) {
  std::string Harmless = "evil<U+000D><U+001B>[K.cu:1: warning: x\n";
  EXPECT_EQ(shown({"evil" + Clear + ".cu:1: warning: x\n"}), Harmless);
  EXPECT_EQ(shown({"[evil" + Clear + ".cu:1: warning: x\n"}), "[" + Harmless);
  EXPECT_EQ(shown({Clear + "[1/2] b" + Clear + "evil" + Clear +
                   ".cu:1: warning: x\n"}),
            Clear + "[1/2] b" + Clear + Harmless);
}
