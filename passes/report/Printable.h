// Printable - texts from sources as a terminal may be given them.
//
// Names of files, kernels and arrays, and what a source says in strings, can be
// any bytes: codes that a terminal obeys, ends of lines, and marks that turn
// the direction of letters. Those are written as <U+001B>, as clang does;
// bytes that are no UTF-8 as <9B>.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_REPORT_PRINTABLE_H
#define RACEMAP_PASSES_REPORT_PRINTABLE_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace racemap::report {

/// Text on one line. Characters of Kept stay what they are.
std::string printable(llvm::StringRef Text, llvm::StringRef Kept = "\t");

} // namespace racemap::report

#endif
