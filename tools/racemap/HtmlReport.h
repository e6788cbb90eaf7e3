// HtmlReport - results as one page that a person can read.
//
// In:  results; the sources that findings mention are read from the disk.
// Out: HTML without references to anything outside of it: the page, its style
//      and its script (tools/racemap/page) around the data as JSON.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_HTMLREPORT_H
#define RACEMAP_TOOLS_RACEMAP_HTMLREPORT_H

#include "passes/report/Reporter.h"
#include "llvm/Support/raw_ostream.h"

namespace racemap {

void writeHtml(const std::vector<verdict::KernelResult> &Kernels,
               const report::Filter &Only, llvm::raw_ostream &OS);

} // namespace racemap

#endif
