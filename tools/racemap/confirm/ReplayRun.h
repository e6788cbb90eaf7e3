// ReplayRun - findings of one unit, each with a run of its witness.
//
// A program for all of them is built once (ReplayBuild), and run for each: in
// the usual order of threads, and if that does not show the finding, in others,
// too. What makes that impossible becomes the reason of the finding's
// Confirmation.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_CONFIRM_REPLAYRUN_H
#define RACEMAP_TOOLS_RACEMAP_CONFIRM_REPLAYRUN_H

#include "tools/racemap/confirm/ReplayBuild.h"
#include "tools/racemap/confirm/SeenFindings.h"
#include <functional>

namespace racemap {

/// A finding to be run.
struct Trial {
  const verdict::KernelResult *Kernel;
  const verdict::ContextResult *Context;
  const verdict::Finding *TheFinding;
  verdict::Confirmation Result = {};

  /// It looks for any race, with TheFinding's launch.
  bool IsSearch = false;
  /// It is one of many: it has less time, and is run in fewer orders.
  bool IsOfMany = false;
  uint64_t Below = 0; ///< arrays have numbers below it; 0: zeros
  unsigned Seed = 0;
  /// Is it not to be run any more?
  std::function<bool()> IsSettled = {};
  bool WasRun = false;
  /// What a search has found, a finding each.
  std::vector<verdict::KernelResult> Found = {};
};

class ReplayRun {
public:
  /// Orders: beside the usual one.
  ReplayRun(const Toolchain &T, Processes &Programs, uint64_t Orders)
      : T(T), Programs(Programs), Orders(Orders) {}

  /// All are of this unit. The error says why nothing could be tried.
  llvm::Error run(const verdict::LaunchRecipe::Unit &U,
                  llvm::MutableArrayRef<Trial> Trials);

private:
  struct Prepared {
    Trial *Its;
    ReplayCase Case;
  };

  void runAll(const verdict::LaunchRecipe::Unit &U,
              llvm::ArrayRef<Prepared> All, const TemporaryFolder &Folder);
  void runOne(const std::string &Program, size_t Number, const Prepared &P,
              const verdict::LaunchRecipe::Unit &U,
              const TemporaryFolder &Folder);
  void search(const std::string &Program, size_t Number, const Prepared &P,
              const verdict::LaunchRecipe::Unit &U,
              const TemporaryFolder &Folder);
  llvm::Error launch(const std::string &Program, size_t Number,
                     uint64_t InOrders, SeenFindings &Seen,
                     const TemporaryFolder &Folder, unsigned Seconds);

  const Toolchain &T;
  Processes &Programs;
  uint64_t Orders;
};

} // namespace racemap

#endif
