// GeneratedFiles - see GeneratedFiles.h.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/fsm/model/GeneratedFiles.h"
#include "runtime/fsm/model/Derivation.h"
#include "runtime/fsm/model/Text.h"
#include <fstream>
#include <sstream>

namespace racemap::fsm {

namespace {

std::string contents(const std::string &Path) {
  std::ifstream In(Path);
  std::ostringstream Out;
  Out << In.rdbuf();
  return Out.str();
}

} // namespace

std::vector<GeneratedFile> generatedFiles(const std::string &Root) {
  Table T(minimise(derive(Hierarchy::uniform(2, 2, 2, 2))));
  std::string Rows = Root + "/runtime/fsm/Table.inc";
  std::string Page = Root + "/docs/state-machine.md";
  std::string Old = contents(Page);
  return {{Rows, contents(Rows), tableText(T)},
          {Page, Old, withGenerated(Old, statesText(T))}};
}

} // namespace racemap::fsm
