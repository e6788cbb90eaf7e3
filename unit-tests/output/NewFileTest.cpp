// NewFile - a file that nobody sees before it is complete.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/output/NewFile.h"
#include "unit-tests/output/TestFolder.h"
#include <cerrno>

using namespace racemap::output;

namespace {
/// Without a name until it is published, and with one.
class NewFileTest : public TestFolder,
                    public testing::WithParamInterface<bool> {};
} // namespace

INSTANTIATE_TEST_SUITE_P(MayBeNameless, NewFileTest, testing::Bool());

TEST_P(NewFileTest, TakesTheOthersPlaceWhenItIsComplete) {
  write(in("a"), "old");
  {
    NewFile New(in("a"), GetParam());
    ASSERT_EQ(New.error(), 0);
    ASSERT_EQ(::write(New.file(), "new", 3), 3);
    EXPECT_EQ(read(in("a")), "old");
    EXPECT_EQ(New.publish(), 0);
  }
  EXPECT_EQ(read(in("a")), "new");
  EXPECT_EQ(count(), 1U);
}

TEST_P(NewFileTest, IsGoneIfNotPublished) {
  write(in("a"), "old");
  {
    NewFile New(in("a"), GetParam());
    EXPECT_TRUE(GetParam() || !New.name().empty());
  }
  EXPECT_EQ(read(in("a")), "old");
  EXPECT_EQ(count(), 1U);
}

TEST_P(NewFileTest, ATakenNameIsNotUsed) {
  write(in("a"), "old");
  NewFile First(in("a"), GetParam()), Second(in("a"), GetParam());
  EXPECT_EQ(First.publish(), 0);
  EXPECT_EQ(Second.publish(), 0);
  EXPECT_EQ(count(), 1U);
}

TEST_P(NewFileTest, HasTheModeOfTheOtherOne) {
  mode_t Before = umask(027);
  for (unsigned Mode : {0600U, 0664U}) {
    write(in("a"), "secret");
    chmod(in("a").c_str(), Mode);
    NewFile New(in("a"), GetParam());
    EXPECT_EQ(New.publish(), 0);
    EXPECT_EQ(modeOf(in("a")), Mode);
  }
  NewFile First(in("b"), GetParam());
  EXPECT_EQ(First.publish(), 0);
  umask(Before);
  EXPECT_EQ(modeOf(in("b")), 0640U);
}

TEST_P(NewFileTest, HasTheOwnerOfTheOtherOne) {
  write(in("a"), "old");
  if (chown(in("a").c_str(), SomebodyElse, SomebodyElse + 1) != 0)
    GTEST_SKIP() << "needs root";
  NewFile New(in("a"), GetParam());
  EXPECT_EQ(New.publish(), 0);
  EXPECT_EQ(statusOf(in("a")).st_uid, SomebodyElse);
  EXPECT_EQ(statusOf(in("a")).st_gid, SomebodyElse + 1);
}

/// Whose members could read what they may not.
TEST_P(NewFileTest, AnotherGroupHasNoPermissions) {
  EXPECT_EXIT(
      {
        write(in("a"), "old");
        chmod(in("a").c_str(), 0660);
        if (chown(in("a").c_str(), uid_t(-1), SomebodyElse + 1) != 0)
          _exit(2);
        if (!becomeSomebodyElse())
          _exit(2);
        NewFile New(in("a"), GetParam());
        _exit(New.publish() != 0 || modeOf(in("a")) != 0600U);
      },
      [](int Status) {
        // 2: only root can give files to others.
        return WIFEXITED(Status) &&
               (WEXITSTATUS(Status) == 0 ||
                (WEXITSTATUS(Status) == 2 && geteuid() != 0));
      },
      "");
}

TEST_P(NewFileTest, WantsAFolder) {
  NewFile New(in("gone/a"), GetParam());
  EXPECT_EQ(New.error(), ENOENT);
}
