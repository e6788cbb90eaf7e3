// Options - what the user asked for, from plugin arguments or flags.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_DRIVER_OPTIONS_H
#define RACEMAP_PASSES_DRIVER_OPTIONS_H

#include "passes/report/Filter.h"
#include "passes/verdict/Verify.h"
#include "runtime/config/Config.h"
#include "llvm/Support/Error.h"
#include <set>

namespace racemap {

struct Options {
  /// Empty: do not write; "-": standard output.
  std::string EmitMap, Json, Sarif;
  verdict::Certainty Level = verdict::Certainty::Input;
  std::string Arch;
  std::optional<map::LaunchContext::Dim> BlockDim, GridDim, ClusterDim;
  std::vector<std::string> Assume;
  std::vector<std::string> Observed; ///< files of runs
  std::string Kernel; ///< a valid regular expression, or empty: all
  /// Nothing: as the architecture has it.
  std::optional<bool> Lockstep;
  bool Grid = true;
  uint64_t ResourceLimit = 2'000'000;
  uint64_t BudgetMs = 10'000;
  std::string DumpQueries; ///< a folder, or empty
  std::string TimeTrace;   ///< a file, or empty
  /// 0: no limit; nothing: whoever analyses knows.
  std::optional<uint64_t> UnitBudgetMs;
  bool Bounds = true;
  bool HideBenign = false;
  std::set<std::string> Disabled; ///< names of checks
  bool Redundant = false;
  bool Progress = false;
  bool Statistics = false;
  bool Confirm = false; ///< run witnesses
  uint64_t Orders = 20; ///< in so many orders beside the usual one
  uint64_t Try = 0;     ///< seconds for directed tests
  /// Look for launches to try. Of `racemap check` alone, and no option.
  bool Candidates = false;
  bool ForCpu = false; ///< build for the CPU device
  /// Instrument, for this device's runtime.
  enum class Sanitizer { Off, Cpu, Gpu };
  Sanitizer Sanitize = Sanitizer::Off;
  bool Elide = true;        ///< leave proved accesses alone
  bool CheckLaunch = false; ///< the host checks launches
  bool Proofs = false;      ///< not an option: say which accesses are proved
  std::vector<std::string> IgnoreLists;
  std::string Baseline, WriteBaseline; ///< paths, or empty
  std::string Diff;                    ///< a revision, or empty
  std::string ConfigFile; ///< a path, "none", or empty: the nearest
  /// What the configuration file says beside options.
  config::Config Config;

  /// Takes one NAME=VALUE. The error is one line that says what is wrong with
  /// it and what would be right; the option keeps its value.
  llvm::Error set(llvm::StringRef NameAndValue);
  verdict::Settings settings() const;
  /// Do the threads of a warp advance together in code for this architecture
  /// (sm_XX)?
  bool isLockstep(llvm::StringRef ForArch) const;
  /// Of the findings that are shown.
  report::Filter filter() const { return {Level, HideBenign}; }
  /// Is the kernel one to analyse?
  bool wants(llvm::StringRef Mangled, llvm::StringRef Demangled) const;
  /// Of an analysis of File: what the configuration file says, overridden by
  /// these, as NAME=VALUE. What is wrong is a line each in Problems.
  static Options of(llvm::StringRef File,
                    llvm::ArrayRef<std::string> NamesAndValues,
                    std::vector<std::string> &Problems);
  /// The path of that file, or empty.
  static std::string configOf(llvm::StringRef File,
                              llvm::ArrayRef<std::string> NamesAndValues);
  /// An error if an option is set that an analysis alone has no use for.
  llvm::Error checkForAnalysis() const;
  /// The same for a plugin of clang, which can make sanitizer builds for GPUs.
  llvm::Error checkForPlugin() const;
  /// The first option that is set and is for `racemap check` alone; empty:
  /// none.
  llvm::StringRef ofCheckAlone() const {
    return !WriteBaseline.empty() ? "write-baseline"
           : Confirm              ? "confirm"
           : Try                  ? "try"
                                  : "";
  }
};

/// A row of the table, for people; those of one topic stand together.
struct OptionText {
  llvm::StringRef Name, Default, Help, Topic;
  llvm::ArrayRef<llvm::StringRef> Words; ///< all values; empty: other values
  bool AddsUp; ///< each value counts, not only the last one
};
llvm::ArrayRef<OptionText> optionTexts();

} // namespace racemap

#endif
