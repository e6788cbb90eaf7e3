// Instrument - a device module that tells the runtime what its threads do.
//
// In:  a device module for NVPTX, as clang makes it with optimisations off,
//      best with debug information.
// Out: the same, with calls of runtime/device/Abi.h, in the order of the
//      source, and the table of its sites.
// Everything that a kernel calls is inlined, so that a debug location has the
// stack of calls, and variables are promoted to registers, so that they are no
// accesses; nothing that merges, moves or removes an access of the user's runs
// before. Functions that cannot be inlined (recursion, calls through pointers,
// units linked later) are instrumented as they are.
//
// Not instrumented: memory that no other thread writes (Objects), what repeats
// a check (Redundant), what opts out (OptOut), and the inside of a barrier of
// the grid.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INSTRUMENT_INSTRUMENT_H
#define RACEMAP_PASSES_INSTRUMENT_INSTRUMENT_H

#include "passes/instrument/Proofs.h"
#include "llvm/IR/Module.h"

namespace racemap::instrument {

/// What a line does is not to be reported by this check.
struct IgnoredLine {
  std::string File;
  unsigned Line; ///< from 1
  std::string Check, Why;
};

struct Settings {
  /// Files in the format of -fsanitize-ignorelist=.
  std::vector<std::string> IgnoreLists;
  /// With the runtime for GPUs in it (GpuBinding.h); otherwise the CPU device's
  /// is found when the program runs.
  bool ForGpu = false;
  /// The threads of a warp advance together: each access orders its lanes.
  bool Lockstep = false;
  /// Of kernels: each gets a lean copy, which launches run that keep to what
  /// its proof assumes; null: none.
  const Proofs *Proved = nullptr;
  /// On a GPU, the linker takes one of several kernels of the same name.
  bool Relocatable = false;
  /// For the runtime, which hides findings there.
  std::vector<IgnoredLine> Ignored = {};
};

/// What is not monitored, or not exactly.
struct Remark {
  std::string Place; ///< FILE:LINE:COLUMN, or a function's name
  std::string Text;

  bool operator==(const Remark &) const = default;
};
using Remarks = std::vector<Remark>;

/// An error leaves the module as it was.
llvm::Expected<Remarks> instrument(llvm::Module &M, const Settings &S);

} // namespace racemap::instrument

#endif
