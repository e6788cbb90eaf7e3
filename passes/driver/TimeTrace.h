// TimeTrace - what a unit's analysis took, for the viewers of clang's
// -ftime-trace.
//
// clang hands -ftime-trace to the compilation for the host alone, which
// analyses nothing: time-trace= has a file of RaceMap's own. What is traced
// stands where it is done: lift, intervals, solve, verdict, each with its
// kernel.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_DRIVER_TIMETRACE_H
#define RACEMAP_PASSES_DRIVER_TIMETRACE_H

#include "passes/driver/Driver.h"

namespace racemap {

/// Traces what this thread does while it lives.
class TimeTrace {
public:
  /// File: time-trace=, a file or a folder as for json=; nothing is traced if
  /// it is empty.
  TimeTrace(llvm::StringRef File, const Unit &U);
  ~TimeTrace();
  TimeTrace(const TimeTrace &) = delete;
  TimeTrace &operator=(const TimeTrace &) = delete;

  /// The error names the file, which then is what it was.
  llvm::Error write() const;

private:
  std::string File;
  const Unit &U;
};

} // namespace racemap

#endif
