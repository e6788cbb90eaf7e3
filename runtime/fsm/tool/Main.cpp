// racemap-fsm-tool - derives the state machine, writes it down, checks it.
//
// usage: racemap-fsm-tool write ROOT     Table.inc and docs/state-machine.md
//        racemap-fsm-tool compare ROOT   fails if they are not what is derived
//        racemap-fsm-tool check CxBxWxT [plain] [interleaved]
//
// CxBxWxT is a launch: clusters, blocks of each, warps of each, threads of
// each. plain does without symmetry; interleaved has accesses in two steps.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/fsm/model/Checker.h"
#include "runtime/fsm/model/Derivation.h"
#include "runtime/fsm/model/Text.h"
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>

using namespace racemap::fsm;

namespace {

struct File {
  std::string Path;
  std::string Old, New;
};

std::string contents(const std::string &Path) {
  std::ifstream In(Path);
  return (std::ostringstream() << In.rdbuf()).str();
}

std::vector<File> derivedFiles(const std::string &Root) {
  Table T(minimise(derive(Hierarchy::uniform(2, 2, 2, 2))));
  std::string Inc = Root + "/runtime/fsm/Table.inc";
  std::string Docs = Root + "/docs/state-machine.md";
  std::string Document = contents(Docs);
  return {{Inc, contents(Inc), tableText(T)},
          {Docs, Document, withGenerated(Document, statesText(T))}};
}

int write(const std::string &Root) {
  for (const File &F : derivedFiles(Root))
    std::ofstream(F.Path) << (F.New.empty() ? F.Old : F.New);
  return 0;
}

int compare(const std::string &Root) {
  int Status = 0;
  for (const File &F : derivedFiles(Root))
    if (F.Old != F.New) {
      std::cerr << F.Path
                << " is not what is derived: racemap-fsm-tool write\n";
      Status = 1;
    }
  return Status;
}

int check(const std::string &Launch, Checker::Options Options) {
  unsigned C, B, W, T;
  if (std::sscanf(Launch.c_str(), "%ux%ux%ux%u", &C, &B, &W, &T) != 4)
    return 2;
  Hierarchy H = Hierarchy::uniform(C, B, W, T);
  Table Shipped = Table::shipped();
  Checker TheChecker(H, Shipped, Options);
  bool Agree = TheChecker.run();
  std::cout << TheChecker.configurations() << " configurations\n";
  if (!Agree)
    std::cout << TheChecker.counterexample() << '\n';
  return Agree ? 0 : 1;
}

} // namespace

int main(int Count, char **Arguments) {
  std::vector<std::string> Words(Arguments + 1, Arguments + Count);
  if (Words.size() == 2 && Words[0] == "write")
    return write(Words[1]);
  if (Words.size() == 2 && Words[0] == "compare")
    return compare(Words[1]);
  if (Words.size() >= 2 && Words[0] == "check") {
    Checker::Options Options;
    for (std::size_t I = 2; I != Words.size(); ++I) {
      Options.Symmetric &= Words[I] != "plain";
      Options.Interleaved |= Words[I] == "interleaved";
    }
    return check(Words[1], Options);
  }
  std::cerr << "usage: racemap-fsm-tool write|compare ROOT\n"
               "       racemap-fsm-tool check CxBxWxT [plain] [interleaved]\n";
  return 2;
}
