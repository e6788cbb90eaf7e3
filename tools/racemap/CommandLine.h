// CommandLine - a command line of clang, taken apart.
//
// In:  arguments, read with clang's own table of options.
// Out: the inputs in order with their languages, what is asked for, and the
//      other arguments by the step of a build that they concern.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_COMMANDLINE_H
#define RACEMAP_TOOLS_RACEMAP_COMMANDLINE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace racemap {

struct CommandLine {
  enum class Goal {
    Link,
    Object,
    Assembly,
    DeviceCode, ///< --cuda-device-only
    Other       ///< preprocess, check the syntax, list dependencies
  };
  struct Input {
    std::string File;
    std::string Language; ///< in -x's words; empty: the linker's

    bool isCuda() const { return Language == "cuda"; }
    bool isForLinker() const { return Language.empty(); }
  };
  /// An argument of the linking step: as it is, or the result of an input.
  struct LinkArgument {
    std::string Text;
    std::optional<unsigned> Input;
  };

  std::vector<Input> Inputs;
  std::string Output; ///< empty: the compiler's choice
  Goal Wanted = Goal::Link;
  bool EmitsLLVM = false;
  bool EmitsAssembly = false;
  bool IsShared = false;
  bool IsRelocatable = false; ///< -fgpu-rdc
  bool HasDebugInfo = false;  ///< some -g
  /// The GPU architectures that are named, in order.
  std::vector<std::string> Architectures;
  /// For every compilation; without architectures and -fgpu-rdc.
  std::vector<std::string> CompileFlags;
  /// What asks for dependency files, which one step has to write.
  std::vector<std::string> DependencyFlags;
  std::vector<LinkArgument> Link;
  /// Flags that clang does not know.
  std::vector<std::string> Unknown;

  static llvm::Expected<CommandLine> parse(llvm::ArrayRef<std::string> Args);
};

} // namespace racemap

#endif
