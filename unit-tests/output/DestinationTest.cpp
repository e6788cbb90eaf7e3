// Destination - where what is written to a path goes, and how.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/output/Destination.h"
#include "unit-tests/output/TestFolder.h"
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>

namespace fs = std::filesystem;
using namespace racemap::output;

namespace {
class DestinationTest : public TestFolder {};
} // namespace

static int writeNew(const std::string &Path) {
  return writeTo(destinationOf(Path), [](int File, const std::string &) {
    return ::write(File, "new", 3) == 3 ? 0 : EIO;
  });
}

TEST_F(DestinationTest, LinksLeadOn) {
  write(in("target"), "old");
  fs::create_symlink("target", Folder / "link");
  fs::create_symlink(Folder / "link", Folder / "second");
  for (const char *Link : {"link", "second"}) {
    Destination D = destinationOf(in(Link));
    EXPECT_TRUE(D.IsReplaced);
    EXPECT_EQ(D.Path, in("target"));
  }
  fs::create_symlink("gone", Folder / "dangling");
  Destination D = destinationOf(in("dangling"));
  EXPECT_FALSE(D.IsReplaced);
  EXPECT_EQ(D.Error, 0);
  EXPECT_EQ(D.Path, in("dangling"));
}

TEST_F(DestinationTest, LinksMayGoInACircle) {
  fs::create_symlink("b", Folder / "a");
  fs::create_symlink("a", Folder / "b");
  EXPECT_EQ(destinationOf(in("a")).Error, ELOOP);
}

TEST_F(DestinationTest, WhatIsNoFileIsWrittenTo) {
  ASSERT_EQ(mkfifo(in("pipe").c_str(), 0600), 0);
  for (const std::string &Path : {in("pipe"), std::string("/dev/null")}) {
    Destination D = destinationOf(Path);
    EXPECT_FALSE(D.IsReplaced) << Path;
    EXPECT_EQ(D.Error, 0) << Path;
  }
}

/// /dev/stdout leads to a file, which is not to be another one then.
TEST_F(DestinationTest, LinksOfTheSystemAreWrittenTo) {
  int File = creat(in("a").c_str(), 0600);
  ASSERT_GE(File, 0);
  std::string Link = "/proc/self/fd/" + std::to_string(File);
  fs::create_symlink(Link, Folder / "own");
  for (const std::string &Path : {Link, in("own")}) {
    Destination D = destinationOf(Path);
    EXPECT_FALSE(D.IsReplaced) << Path;
    EXPECT_EQ(D.Error, 0) << Path;
    EXPECT_EQ(D.Path, Path);
  }
  close(File);
}

TEST_F(DestinationTest, TrapsAreLinksOfOthersInFoldersForAll) {
  constexpr uid_t Me = 1, Other = 2, Third = 3;
  struct stat Own{}, ForAll{};
  Own.st_mode = S_IFDIR | 0775;
  Own.st_uid = ForAll.st_uid = Third;
  ForAll.st_mode = S_IFDIR | S_ISVTX | 0777;
  EXPECT_TRUE(isTrap(Other, Me, ForAll));
  EXPECT_FALSE(isTrap(Me, Me, ForAll));
  EXPECT_FALSE(isTrap(Third, Me, ForAll));
  EXPECT_FALSE(isTrap(Other, Me, Own));
}

TEST_F(DestinationTest, TrapsAreNotFollowed) {
  write(in("target"), "old");
  fs::create_symlink("target", Folder / "trap");
  if (lchown(in("trap").c_str(), SomebodyElse, SomebodyElse) != 0)
    GTEST_SKIP() << "needs root";
  EXPECT_EQ(destinationOf(in("trap")).Error, 0);
  chmod(Folder.c_str(), 01777);
  EXPECT_EQ(destinationOf(in("trap")).Error, ELOOP);
  EXPECT_EQ(writeNew(in("trap")), ELOOP);
  EXPECT_EQ(read(in("target")), "old");
}

TEST_F(DestinationTest, AFileKeepsItsOtherNames) {
  write(in("a"), "old");
  fs::create_hard_link(in("a"), in("b"));
  EXPECT_EQ(writeNew(in("a")), 0);
  EXPECT_EQ(read(in("b")), "new");
}

/// Who may make files there may have made the link.
TEST_F(DestinationTest, AHardLinkInAFolderForAllIsReplaced) {
  write(in("a"), "old");
  fs::create_hard_link(in("a"), in("b"));
  chmod(Folder.c_str(), 01777);
  EXPECT_EQ(writeNew(in("a")), 0);
  EXPECT_EQ(read(in("a")), "new");
  EXPECT_EQ(read(in("b")), "old");
}

TEST_F(DestinationTest, AFileThatIsReadOnlyStays) {
  EXPECT_EXIT(
      {
        write(in("a"), "old");
        chmod(in("a").c_str(), 0444);
        fs::create_symlink("a", Folder / "link");
        dropRoot();
        bool Stays = writeNew(in("a")) == EACCES &&
                     writeNew(in("link")) == EACCES && read(in("a")) == "old";
        _exit(Stays ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

TEST_F(DestinationTest, AFolderThatIsReadOnlyHasItsFilesOverwritten) {
  EXPECT_EXIT(
      {
        write(in("a"), "old");
        dropRoot();
        chmod(Folder.c_str(), 0555);
        bool IsNew = writeNew(in("a")) == 0 && read(in("a")) == "new";
        chmod(Folder.c_str(), 0755);
        _exit(IsNew ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

TEST_F(DestinationTest, WhatCannotBeReplacedMayBeOverwritten) {
  // Of a file that is mounted alone, one that is immutable.
  for (int Error : {EACCES, EPERM, EBUSY, EROFS, EXDEV})
    EXPECT_TRUE(mayBeOverwritten(Error)) << Error;
  for (int Error : {0, ENOSPC, EIO, ENOENT})
    EXPECT_FALSE(mayBeOverwritten(Error)) << Error;
}

/// The signal of such a limit would end the process.
TEST_F(DestinationTest, AFileThatMayNotGrowIsAnError) {
  write(in("a"), "old");
  rlimit Before, Small;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &Before), 0);
  Small = Before;
  Small.rlim_cur = 2;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &Small), 0);
  int Wrong =
      writeTo(destinationOf(in("a")), [](int File, const std::string &) {
        ssize_t First = ::write(File, "new", 3);
        return First == 2 && ::write(File, "w", 1) < 0 ? errno : 0;
      });
  setrlimit(RLIMIT_FSIZE, &Before);
  EXPECT_EQ(Wrong, EFBIG);
  EXPECT_EQ(read(in("a")), "old");
  EXPECT_EQ(count(), 1U);
}
