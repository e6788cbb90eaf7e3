// Logs - what tests of Log have in common.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNIT_TESTS_HOST_LOGS_H
#define RACEMAP_UNIT_TESTS_HOST_LOGS_H

#include "runtime/host/Log.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <unistd.h>

namespace racemap::host {

inline constexpr const char *Info = R"json({"version":1,"sites":[
 {"op":"read","bytes":4,"variable":"tile","stack":[
   {"function":"get(int)","file":"a.cu","line":3,"column":10},
   {"function":"k()","file":"a.cu","line":9,"column":5}]},
 {"op":"write","bytes":1,"variable":"tile","stack":[
   {"function":"k()","file":"a.cu","line":8,"column":7}]}],
 "kernels":{"_Z1kv":{"name":"k()","ordersOtherwise":false,"sites":[0,1]}}})json";

class Logs : public testing::Test {
protected:
  Logs() {
    std::string Problem;
    Modules.add(Info, Problem);
    EXPECT_EQ(Problem, "");
    Path = file("txt");
    O.LogPath = Path;
  }
  ~Logs() override { std::filesystem::remove(Path); }

  /// Of this process only.
  static std::string file(const std::string &Kind) {
    return testing::TempDir() + "racemap-log-test-" + std::to_string(getpid()) +
           "." + Kind;
  }
  static Finding race() {
    Finding F;
    F.Who.resize(2);
    F.Who[0].Thread = ThreadPlace{{0, 0, 0}, {5, 0, 0}, 0, 5};
    F.Who[0].Site = 1;
    F.Who[1].Thread = ThreadPlace{{0, 0, 0}, {37, 0, 0}, 1, 5};
    F.Who[1].Site = 0;
    Memory Tile;
    Tile.Address = 0x1000;
    Tile.IsShared = true;
    Tile.Description = "the shared variable 'tile'";
    Tile.Variable = "tile";
    F.Where = Tile;
    F.Launch = {2, "k()", {1, 1, 1}, {64, 1, 1}, {{"main", "a.cu", 20, 3}}};
    F.Between = fsm::Scope::Block;
    return F;
  }
  void see(Log &L, unsigned First = 1, unsigned Second = 0,
           const std::string &Kernel = "k()") {
    Log::Identity I{Finding::Kind::DataRace, First, Second, Kernel};
    if (!L.count(I, 0x1000))
      return;
    Finding F = race();
    F.Launch.Kernel = Kernel;
    L.report(F, I);
  }
  /// A race of which only the site First is known.
  void seeOneSide(Log &L, unsigned First,
                  const std::string &Variable = "tile") {
    Log::Identity I{Finding::Kind::DataRace, First, ~0u, "k()",
                    /*IsOneSided=*/true};
    if (!L.count(I, 0x1000))
      return;
    Finding F = race();
    F.Who[0].Site = First;
    F.Who[1] = {};
    F.Where->Variable = Variable;
    L.report(F, I);
  }
  std::string text() const {
    std::ifstream File(Path);
    std::stringstream Text;
    Text << File.rdbuf();
    return Text.str();
  }
  static size_t occurrences(const std::string &Text, const std::string &What) {
    size_t N = 0;
    for (size_t At = Text.find(What); At != std::string::npos;
         At = Text.find(What, At + 1))
      ++N;
    return N;
  }

  Options O;
  ModuleInfos Modules;
  std::string Path;
};

inline std::string contents(const std::string &Path) {
  std::stringstream Text;
  Text << std::ifstream(Path).rdbuf();
  return Text.str();
}

} // namespace racemap::host

#endif
