// CallerUnit - a unit of a project that is asked what it calls: a CUDA unit, or
// a host unit in C or C++.
//
// clang parses it, with what its own compiler's command line says of parsing;
// warnings, outputs and what clang does not know are left out.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_CALLERUNIT_H
#define RACEMAP_TOOLS_RACEMAP_CALLERUNIT_H

#include "CudaUnit.h"

namespace racemap {

struct CallerUnit {
  std::string File;
  std::string Language;           ///< in -x's words; empty: another one
  std::string Arch;               ///< of CUDA
  std::vector<std::string> Flags; ///< in clang's words
  std::string Directory;          ///< where these hold
  size_t Number = 0;              ///< among the units of the project
  std::string Problem;            ///< why it cannot be asked, or empty

  /// What tells it from others.
  std::string identity() const;

  /// One that cannot be asked.
  static CallerUnit without(std::string File, std::string Problem) {
    return {std::move(File), {}, {}, {}, {}, 0, std::move(Problem)};
  }
  static CallerUnit of(const CudaUnit &U) {
    return {U.File, "cuda", U.Arch, U.Flags, U.Directory, U.Number, {}};
  }

  bool isCuda() const { return Language == "cuda"; }
  /// Can clang with the plugin say what it calls?
  bool isOfClang() const;
  /// Can it import modules, which preprocessing does not show?
  bool hasModules() const;
  /// clang's arguments, but for what is to be done and the file.
  std::vector<std::string> flags(const Toolchain &T) const;
  /// clang's arguments that have the plugin write its calls to a file. Told: a
  /// file with those of others, or empty.
  std::vector<std::string> question(const Toolchain &T, llvm::StringRef Told,
                                    llvm::StringRef Answer) const;
};

/// The inputs of a command line that may call functions of others, but for
/// CUDA. TakesCAsCxx: as g++ does.
std::vector<CallerUnit> hostUnitsOf(const CommandLine &C, bool TakesCAsCxx);

} // namespace racemap

#endif
