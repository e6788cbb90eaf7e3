// Replay - gives a fuzz target the files of its corpus, and mutations of them,
// in builds without libFuzzer.
//
// usage: racemap-fuzz-NAME MUTATIONS FOLDER
//
// The same each time. The input at hand lies in racemap-fuzz-NAME.input beside
// the program, which is there afterwards if that has failed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fuzz/Input.h"
#include "fuzz/Mutations.h"
#include <algorithm>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace fs = std::filesystem;

static std::string textOf(const fs::path &File) {
  std::stringstream Text;
  Text << std::ifstream(File, std::ios::binary).rdbuf();
  return Text.str();
}

/// In the order of their names.
static std::vector<std::string> corpusIn(const char *Folder) {
  std::vector<fs::path> Files;
  for (const auto &Entry : fs::directory_iterator(Folder))
    Files.push_back(Entry.path());
  std::sort(Files.begin(), Files.end());
  std::vector<std::string> All(Files.size());
  std::transform(Files.begin(), Files.end(), All.begin(), textOf);
  return All;
}

/// File is that of the input at hand.
static void give(const std::string &Bytes, int File) {
  using racemap::fuzz::require;
  require(ftruncate(File, off_t(Bytes.size())) == 0 &&
              pwrite(File, Bytes.data(), Bytes.size(), 0) ==
                  ssize_t(Bytes.size()),
          "the input can be kept");
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>(Bytes.data()),
                         Bytes.size());
}

int main(int Count, char **Words) {
  if (Count != 3)
    return 2;
  std::vector<std::string> Corpus = corpusIn(Words[2]);
  if (Corpus.empty())
    return 1;
  uint64_t Mutations = std::strtoull(Words[1], nullptr, 10);
  std::printf("%zu inputs, mutations 1 to %llu\n", Corpus.size(),
              static_cast<unsigned long long>(Mutations));
  std::fflush(stdout);
  std::string KeptIn = std::string(Words[0]) + ".input";
  int File = open(KeptIn.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  for (const std::string &Bytes : Corpus)
    give(Bytes, File);
  for (uint64_t Number = 1; Number <= Mutations; ++Number)
    give(racemap::fuzz::mutated(Corpus, Number), File);
  fs::remove(KeptIn);
  return 0;
}
