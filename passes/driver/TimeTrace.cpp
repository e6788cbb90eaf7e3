// TimeTrace - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/TimeTrace.h"
#include "llvm/Support/TimeProfiler.h"

namespace racemap {

/// In microseconds: what is shorter is left out.
static constexpr unsigned Granularity = 10;

TimeTrace::TimeTrace(llvm::StringRef File, const Unit &U) : File(File), U(U) {
  if (!File.empty())
    llvm::timeTraceProfilerInitialize(Granularity, "racemap");
}

TimeTrace::~TimeTrace() {
  if (!File.empty())
    llvm::timeTraceProfilerCleanup();
}

llvm::Error TimeTrace::write() const {
  if (File.empty())
    return llvm::Error::success();
  llvm::SmallString<0> Trace;
  llvm::raw_svector_ostream To(Trace);
  llvm::timeTraceProfilerWrite(To);
  return writeOutput(File, ".trace.json", U,
                     [&](llvm::raw_ostream &OS) { OS << Trace; });
}

} // namespace racemap
