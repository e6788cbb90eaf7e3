// racemap-fsm-tool - writes down the state machine that is derived, and checks
// the one that the runtime has.
//
// usage: racemap-fsm-tool write ROOT     Table.inc and docs/state-machine.md
//        racemap-fsm-tool check CxBxWxT [plain] [interleaved]
//
// CxBxWxT is a launch: clusters, blocks of each, warps of each, threads of
// each. plain does without symmetry; interleaved has accesses in two steps.
// Exit status: 1 if the machine is wrong, 2 for a bad request.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/fsm/model/Checker.h"
#include "runtime/fsm/model/GeneratedFiles.h"
#include <cstdio>
#include <fstream>
#include <iostream>

using namespace racemap::fsm;

namespace {

int write(const std::string &Root) {
  for (const GeneratedFile &F : generatedFiles(Root)) {
    if (F.New.empty() || !(std::ofstream(F.Path) << F.New)) {
      std::cerr << F.Path << ": cannot be written, or has no markers\n";
      return 2;
    }
  }
  return 0;
}

int check(const Hierarchy &H, Checker::Options Options) {
  Table Shipped = Table::shipped();
  Checker TheChecker(H, Shipped, Options);
  bool Agree = TheChecker.run();
  std::cout << TheChecker.configurations() << " configurations\n";
  if (!Agree)
    std::cout << TheChecker.counterexample() << '\n';
  return Agree ? 0 : 1;
}

/// Is it a launch that a Hierarchy has room for?
bool isSmall(unsigned C, unsigned B, unsigned W, unsigned T) {
  constexpr unsigned Most = Hierarchy::MaxGroups;
  if (C - 1 >= Most || B - 1 >= Most || W - 1 >= Most || T - 1 >= Most)
    return false;
  return 1 + C * (1 + B * (1 + W * (1 + T))) <= Most;
}

} // namespace

int main(int Count, char **Arguments) {
  std::vector<std::string> Words(Arguments + 1, Arguments + Count);
  if (Words.size() == 2 && Words[0] == "write")
    return write(Words[1]);
  unsigned C, B, W, T;
  if (Words.size() >= 2 && Words[0] == "check" &&
      std::sscanf(Words[1].c_str(), "%ux%ux%ux%u", &C, &B, &W, &T) == 4 &&
      isSmall(C, B, W, T)) {
    Checker::Options Options;
    for (std::size_t I = 2; I != Words.size(); ++I) {
      Options.Symmetric &= Words[I] != "plain";
      Options.Interleaved |= Words[I] == "interleaved";
    }
    return check(Hierarchy::uniform(C, B, W, T), Options);
  }
  std::cerr << "usage: racemap-fsm-tool write ROOT\n"
               "       racemap-fsm-tool check CxBxWxT [plain] [interleaved]\n";
  return 2;
}
