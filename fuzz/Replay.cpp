// Replay - gives a fuzz target the files of its corpus, in builds without
// libFuzzer.
//
// usage: racemap-fuzz-NAME FOLDER...
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fuzz/Input.h"
#include <filesystem>
#include <fstream>
#include <sstream>

static void replay(const std::filesystem::path &File) {
  std::stringstream Text;
  Text << std::ifstream(File, std::ios::binary).rdbuf();
  std::string Bytes = Text.str();
  std::printf("%s\n", File.c_str());
  std::fflush(stdout); // the last one is the one that fails
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>(Bytes.data()),
                         Bytes.size());
}

int main(int Count, char **Folders) {
  unsigned Number = 0;
  for (int I = 1; I < Count; ++I)
    for (const auto &File : std::filesystem::directory_iterator(Folders[I])) {
      replay(File.path());
      ++Number;
    }
  std::printf("%u inputs\n", Number);
  return Number ? 0 : 1;
}
