// Options - what the user asked for, from plugin arguments or flags.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_DRIVER_OPTIONS_H
#define RACEMAP_PASSES_DRIVER_OPTIONS_H

#include "passes/verdict/Verify.h"
#include "llvm/Support/Error.h"

namespace racemap {

struct Options {
  std::string EmitMap, Json; ///< empty: do not write; "-": standard output
  verdict::Certainty Level = verdict::Certainty::Input;
  std::string Arch;
  std::optional<map::LaunchContext::Dim> BlockDim, GridDim, ClusterDim;
  std::vector<std::string> Assume;
  std::string Kernel; ///< a valid regular expression, or empty: all
  bool Lockstep = false;
  bool Grid = true;
  uint64_t ResourceLimit = 2'000'000;
  uint64_t BudgetMs = 10'000;
  bool Bounds = true;
  bool HideBenign = false;
  bool Redundant = false;
  bool ForCpu = false;   ///< build for the CPU device
  bool Sanitize = false; ///< instrument, for the CPU device
  std::vector<std::string> IgnoreLists;
  std::string Baseline, WriteBaseline; ///< paths, or empty
  std::string Diff;                    ///< a revision, or empty

  /// Takes one NAME=VALUE. The error is one line that says what is wrong with
  /// it and what would be right; the option keeps its value.
  llvm::Error set(llvm::StringRef NameAndValue);
  verdict::Settings settings() const;
  /// An error if an option is set that an analysis alone has no use for.
  llvm::Error checkForAnalysis() const;
};

/// NAME, default and help of each option, a line each.
void printOptions(llvm::raw_ostream &OS);

} // namespace racemap

#endif
