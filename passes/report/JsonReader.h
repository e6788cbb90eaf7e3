// JsonReader - results back from the JSON of DESIGN, section 8.
//
// In:  what writeJson() wrote, or what a sanitizer run wrote.
// Out: the results. A run's findings are those of kernels in a context of their
// own, "run, launch 3 at app.cu:19", so that nothing that shows results has to
// tell them apart. What the run counted of a kernel is a remark.
//
// Of what is read, only Precondition::Holds is lost, which is for the solver.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_REPORT_JSONREADER_H
#define RACEMAP_PASSES_REPORT_JSONREADER_H

#include "passes/verdict/finding/Finding.h"
#include "runtime/launches/Launches.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace racemap::report {

/// What one document says.
struct Document {
  std::vector<verdict::KernelResult> Kernels;
  std::vector<std::string> Problems;
  /// What a run has launched, if that was asked for.
  std::vector<launches::Launch> Launched;
};

/// Does it say that RaceMap wrote it?
bool isResults(const llvm::json::Value &V);

/// The error says what is wrong, and where in the document: "expected integer
/// at results.kernels[0].line", "its version is 2, not 1".
llvm::Expected<Document> readJson(const llvm::json::Value &V);

} // namespace racemap::report

#endif
