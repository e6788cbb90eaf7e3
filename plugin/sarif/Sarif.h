// Sarif - findings as SARIF 2.1.0, by clang's writer.
//
// One result per warning, as a person sees them: where the first thread is;
// what the notes say, as related locations; how the two threads get there, as
// a code flow of two threads: the calls, the barriers they pass, the access;
// the repair as a fix. The writer knows neither related locations with
// messages, nor two threads in a flow, nor fixes: these are added to its
// document. Sources are read again from the disk; of one that is not there,
// lines and columns are kept.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_SARIF_SARIF_H
#define RACEMAP_PLUGIN_SARIF_SARIF_H

#include "passes/driver/Driver.h"
#include "passes/report/Reporter.h"
#include "llvm/Support/raw_ostream.h"

namespace racemap {

/// The findings that the filters let through, and what is undecided.
void writeSarif(const std::vector<verdict::KernelResult> &Kernels,
                const report::Filters &Only, llvm::raw_ostream &OS);
/// The same, where sarif= says; nothing without it. The error names the file.
llvm::Error writeSarif(const std::vector<verdict::KernelResult> &Kernels,
                       const report::Filters &Only, const Options &O,
                       const Unit &U);

} // namespace racemap

#endif
