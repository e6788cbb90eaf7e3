// Baseline - findings that are known, and not shown again.
//
// A finding is known by its fingerprint: a hash of its kind, its kernel with
// its file, its array, and for each access what it does, its file, and the text
// of its line. So it stays known when lines move, and is new when one of its
// lines changes. Files are named from where their project begins
// (ProjectPaths), so that it is the same on all machines. Two places with one
// fingerprint are told apart by their number: as many places as the baseline
// has are known, the first ones.
//
// The file: {"version": 1, "findings": [{"fingerprint": "…", "count": 1,
// "kind": …, "kernel": …, "array": …, "file": …, "line": …}]}; what follows the
// count is for people.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_DRIVER_BASELINE_H
#define RACEMAP_PASSES_DRIVER_BASELINE_H

#include "passes/driver/ProjectPaths.h"
#include "passes/driver/SourceLines.h"
#include "passes/verdict/finding/Finding.h"
#include "llvm/Support/Error.h"

namespace racemap {

std::string fingerprint(const verdict::KernelResult &K,
                        const verdict::Finding &F, SourceLines &Source,
                        ProjectPaths &Paths);

class Baseline {
public:
  /// The error names the file and the place.
  static llvm::Expected<Baseline> read(llvm::StringRef Path);
  /// How many places with this fingerprint are known.
  unsigned count(llvm::StringRef Fingerprint) const {
    return Counts.lookup(Fingerprint);
  }

private:
  llvm::StringMap<unsigned> Counts;
};

} // namespace racemap

#endif
