// TextReporter - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/report/TextReporter.h"
#include "passes/report/StatisticsLine.h"
#include "passes/report/Wording.h"
#include "runtime/output/Printable.h"

namespace racemap::report {

using namespace verdict;

void TextReporter::line(const KernelResult &K, const map::SourcePoint &Known,
                        llvm::StringRef Severity, const std::string &Text) {
  const map::SourcePoint &P = Known.File.empty() ? K.Where : Known;
  std::string Line = P.File.empty() ? "<unknown>" : P.File;
  for (unsigned Number : {P.Line, P.Column})
    if (Number)
      Line += ":" + std::to_string(Number);
  OS << output::printableLine(Line + ": " + Severity.str() + ": " + Text)
     << "\n";
}

void TextReporter::show(const KernelResult &K, const Group &G,
                        llvm::StringRef Severity) {
  line(K, G.first().Sites.front().Where, Severity,
       headline(K, G) + checkMark(G.first()));
  for (const Note &N : notes(K, G))
    line(K, N.Where, "note", N.Text);
}

void TextReporter::findings(const KernelResult &K, const Group &G) {
  show(K, G, "warning");
}

void TextReporter::benign(const KernelResult &K, const Group &G) {
  show(K, G, "remark");
}

void TextReporter::undecided(const KernelResult &K, const ContextResult &C,
                             const Filter &Only) {
  line(K, K.Where, "remark", report::undecided(K, C, Only));
}

void TextReporter::vacuous(const KernelResult &K, const ContextResult &C) {
  line(K, K.Where, "remark", report::vacuous(K, C));
}

void TextReporter::redundant(const KernelResult &K,
                             const map::Location &Barrier) {
  line(K, Barrier, "remark", report::redundant(K));
}

void TextReporter::statistics(const KernelResult &K, const ContextResult &C) {
  line(K, K.Where, "remark", report::statistics(K, C));
}

} // namespace racemap::report
