// NewFile - a file that nobody sees before it is complete.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/config/NewFile.h"
#include "gtest/gtest.h"
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace fs = std::filesystem;
using namespace racemap::config;

namespace {
class NewFileTest : public testing::Test {
protected:
  NewFileTest() {
    std::string Name = fs::temp_directory_path() / "racemap-test-XXXXXX";
    Folder = mkdtemp(Name.data());
  }
  ~NewFileTest() override { fs::remove_all(Folder); }
  std::string in(const std::string &Name) const { return Folder / Name; }
  size_t count() const {
    return std::distance(fs::directory_iterator(Folder),
                         fs::directory_iterator());
  }

  fs::path Folder;
};
} // namespace

static void write(const std::string &Path, const std::string &Text) {
  std::ofstream(Path) << Text;
}

static std::string read(const std::string &Path) {
  std::stringstream Text;
  Text << std::ifstream(Path).rdbuf();
  return Text.str();
}

static unsigned rightsOf(const std::string &Path) {
  struct stat Its;
  return stat(Path.c_str(), &Its) == 0 ? Its.st_mode & 07777U : 0;
}

TEST_F(NewFileTest, TakesTheOthersPlaceWhenItIsComplete) {
  write(in("a"), "old");
  {
    NewFile New(in("a"));
    ASSERT_EQ(New.error(), 0);
    ASSERT_EQ(::write(New.file(), "new", 3), 3);
    EXPECT_EQ(read(in("a")), "old");
    EXPECT_EQ(New.publish(), 0);
  }
  EXPECT_EQ(read(in("a")), "new");
  EXPECT_EQ(count(), 1U);
}

TEST_F(NewFileTest, IsGoneIfNotPublished) {
  write(in("a"), "old");
  {
    NewFile New(in("a"));
  }
  EXPECT_EQ(read(in("a")), "old");
  EXPECT_EQ(count(), 1U);
}

TEST_F(NewFileTest, HasTheRightsOfTheOtherOne) {
  write(in("a"), "secret");
  chmod(in("a").c_str(), 0600);
  NewFile New(in("a"));
  EXPECT_EQ(New.publish(), 0);
  EXPECT_EQ(rightsOf(in("a")), 0600U);
  mode_t Before = umask(027);
  NewFile First(in("b"));
  EXPECT_EQ(First.publish(), 0);
  umask(Before);
  EXPECT_EQ(rightsOf(in("b")), 0640U);
}

TEST_F(NewFileTest, WantsAFolder) {
  NewFile New(in("gone/a"));
  EXPECT_EQ(New.error(), ENOENT);
}

TEST_F(NewFileTest, LinksLeadOn) {
  write(in("target"), "old");
  fs::create_symlink("target", Folder / "link");
  Destination D = destinationOf(in("link"));
  EXPECT_TRUE(D.IsReplaced);
  EXPECT_EQ(D.Path, fs::canonical(Folder / "target"));
  fs::create_symlink("gone", Folder / "dangling");
  D = destinationOf(in("dangling"));
  EXPECT_FALSE(D.IsReplaced);
  EXPECT_EQ(D.Error, 0);
  EXPECT_EQ(D.Path, in("dangling"));
}

TEST_F(NewFileTest, WhatIsNoFileIsWrittenTo) {
  ASSERT_EQ(mkfifo(in("pipe").c_str(), 0600), 0);
  for (const std::string &Path : {in("pipe"), std::string("/dev/null")}) {
    Destination D = destinationOf(Path);
    EXPECT_FALSE(D.IsReplaced) << Path;
    EXPECT_EQ(D.Error, 0) << Path;
  }
}

/// /dev/stdout leads to a file, which is not to be another one then.
TEST_F(NewFileTest, LinksOfTheSystemAreWrittenTo) {
  int File = creat(in("a").c_str(), 0600);
  ASSERT_GE(File, 0);
  std::string Link = "/proc/self/fd/" + std::to_string(File);
  Destination D = destinationOf(Link);
  close(File);
  EXPECT_FALSE(D.IsReplaced);
  EXPECT_EQ(D.Path, Link);
}

TEST_F(NewFileTest, LinksOfOthersAreNotFollowed) {
  fs::create_symlink("target", Folder / "trap");
  constexpr uid_t SomebodyElse = 4321;
  if (lchown(in("trap").c_str(), SomebodyElse, SomebodyElse) != 0)
    GTEST_SKIP() << "needs root";
  EXPECT_EQ(destinationOf(in("trap")).Error, ELOOP);
}
