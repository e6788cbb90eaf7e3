// TestFolder - a folder for the files of one test.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNIT_TESTS_OUTPUT_TESTFOLDER_H
#define RACEMAP_UNIT_TESTS_OUTPUT_TESTFOLDER_H

#include "gtest/gtest.h"
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace racemap::output {

class TestFolder : public testing::Test {
protected:
  TestFolder() {
    // Not in TMPDIR: others than root have to get there.
    std::string Name = "/tmp/racemap-test-XXXXXX";
    Folder = mkdtemp(Name.data());
  }
  ~TestFolder() override { std::filesystem::remove_all(Folder); }
  std::string in(const std::string &Name) const { return Folder / Name; }
  size_t count() const {
    return std::distance(std::filesystem::directory_iterator(Folder),
                         std::filesystem::directory_iterator());
  }

  static constexpr uid_t SomebodyElse = 4321;

  /// For a test that permissions are to stop: ends being root, and gives the
  /// folder to who the process is then. To be called in a process of its own.
  void dropRoot() const {
    if (geteuid() != 0)
      return;
    for (const auto &File : std::filesystem::directory_iterator(Folder))
      if (lchown(File.path().c_str(), SomebodyElse, SomebodyElse) != 0)
        std::abort();
    if (chown(Folder.c_str(), SomebodyElse, SomebodyElse) != 0 ||
        setgid(SomebodyElse) != 0 || setuid(SomebodyElse) != 0)
      std::abort();
  }

  std::filesystem::path Folder;
};

inline void write(const std::string &Path, const std::string &Text) {
  std::ofstream(Path) << Text;
}

inline std::string read(const std::string &Path) {
  std::stringstream Text;
  Text << std::ifstream(Path).rdbuf();
  return Text.str();
}

inline struct stat statusOf(const std::string &Path) {
  struct stat Its{};
  stat(Path.c_str(), &Its);
  return Its;
}

inline unsigned modeOf(const std::string &Path) {
  return statusOf(Path).st_mode & 07777U;
}

} // namespace racemap::output

#endif // RACEMAP_UNIT_TESTS_OUTPUT_TESTFOLDER_H
