// CudaUnit - a CUDA file and the flags it is compiled with, to be analysed.
//
// Analysing is clang with the plugin, for the device side alone and without
// code generation, with the overlay of headers in front. Of a build that others
// make only RaceMap's own warnings are wanted.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_CUDAUNIT_H
#define RACEMAP_TOOLS_RACEMAP_CUDAUNIT_H

#include "CommandLine.h"
#include "Request.h"
#include "Toolchain.h"

namespace racemap {

struct CudaUnit {
  std::string File;
  std::string Arch;               ///< "sm_80": what is analysed
  std::vector<std::string> Flags; ///< in clang's words
  std::string Directory;          ///< where these hold; empty: here
  size_t Number = 0;              ///< among the units of a project

  /// What tells it from others.
  std::string identity() const;
  /// clang's arguments that compile its device side, but for what is to be
  /// done and the file.
  std::vector<std::string> flags(const Toolchain &T) const;
  /// clang's arguments that analyse it under the request's options, but for
  /// those that say where results are written: these are Outputs, NAME=VALUE.
  std::vector<std::string> arguments(const Toolchain &T, const Request &R,
                                     llvm::ArrayRef<std::string> Outputs) const;
};

/// What is analysed: arch=, else the first that the flags name.
std::string archOf(const Options &O, llvm::ArrayRef<std::string> Flags);

/// The CUDA inputs of a command line, if it compiles them at all.
std::vector<CudaUnit> unitsOf(const CommandLine &C, const Options &O);

/// The flags with which clang's own warnings are off.
std::vector<std::string> withoutWarnings(llvm::ArrayRef<std::string> Flags);

} // namespace racemap

#endif
