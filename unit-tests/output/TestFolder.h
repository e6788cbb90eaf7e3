// TestFolder - a folder for the files of one test.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNIT_TESTS_OUTPUT_TESTFOLDER_H
#define RACEMAP_UNIT_TESTS_OUTPUT_TESTFOLDER_H

#include "gtest/gtest.h"
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <grp.h>
#include <sstream>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace racemap::output {

class TestFolder : public testing::Test {
protected:
  TestFolder() {
    std::string Name =
        std::filesystem::temp_directory_path() / "racemap-test-XXXXXX";
    Folder = mkdtemp(Name.data());
  }
  ~TestFolder() override { std::filesystem::remove_all(Folder); }
  std::string in(const std::string &Name) const { return Folder / Name; }
  size_t count() const {
    return std::distance(std::filesystem::directory_iterator(Folder),
                         std::filesystem::directory_iterator());
  }

  static constexpr uid_t SomebodyElse = 4321;

  /// Ends being root, and gives the folder to who the process is then. He is in
  /// it, as he may not be allowed to come there. To be called in a process of
  /// its own; false if that cannot be.
  bool becomeSomebodyElse() {
    bool IsDone = chdir(Folder.c_str()) == 0 &&
                  chown(".", SomebodyElse, SomebodyElse) == 0 &&
                  setgroups(0, nullptr) == 0 && setgid(SomebodyElse) == 0 &&
                  setuid(SomebodyElse) == 0;
    Folder = ".";
    return IsDone;
  }

  /// The same for a test that permissions are to stop; the files are his, too.
  void dropRoot() {
    if (geteuid() != 0)
      return;
    for (const auto &File : std::filesystem::directory_iterator(Folder))
      if (lchown(File.path().c_str(), SomebodyElse, SomebodyElse) != 0)
        std::abort();
    if (!becomeSomebodyElse())
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
