// GeneratedFiles - what is derived, in the files of the repository that have
// it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_FSM_MODEL_GENERATEDFILES_H
#define RACEMAP_RUNTIME_FSM_MODEL_GENERATEDFILES_H

#include <string>
#include <vector>

namespace racemap::fsm {

struct GeneratedFile {
  std::string Path;
  std::string Old; ///< what is in the file
  std::string New; ///< what should be; empty if it lost its markers
};

/// The table, and the documentation of its states.
std::vector<GeneratedFile> generatedFiles(const std::string &Root);

} // namespace racemap::fsm

#endif // RACEMAP_RUNTIME_FSM_MODEL_GENERATEDFILES_H
