// Explanations - what the words of a report mean and what to do: kinds of
// findings, certainties, verdicts, and why a kernel is unknown.
//
// `racemap explain`, the pages for man and the help of SARIF's rules are
// written from this table.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_REPORT_EXPLANATIONS_H
#define RACEMAP_PASSES_REPORT_EXPLANATIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace racemap::report {

struct Explanation {
  llvm::StringRef Name;
  llvm::StringRef Topic; ///< those of one topic stand together
  llvm::StringRef Text;
  /// What reasons of this kind have in them, with | between.
  llvm::StringRef Said = {};

  /// "The verdict of a kernel: ... ."
  llvm::StringRef firstSentence() const;
};

llvm::ArrayRef<Explanation> explanations();

/// Of a name, or of a reason in the words of a remark; or null.
const Explanation *explanationOf(llvm::StringRef Words);

} // namespace racemap::report

#endif
