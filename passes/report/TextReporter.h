// TextReporter - findings as lines in the form of compiler diagnostics.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_REPORT_TEXTREPORTER_H
#define RACEMAP_PASSES_REPORT_TEXTREPORTER_H

#include "passes/report/Reporter.h"
#include "llvm/Support/raw_ostream.h"

namespace racemap::report {

class TextReporter : public Reporter {
public:
  explicit TextReporter(llvm::raw_ostream &OS) : OS(OS) {}
  void findings(const verdict::KernelResult &K, const Group &G) override;
  void benign(const verdict::KernelResult &K, const Group &G) override;
  void undecided(const verdict::KernelResult &K,
                 const verdict::ContextResult &C, const Filter &Only) override;
  void vacuous(const verdict::KernelResult &K,
               const verdict::ContextResult &C) override;
  void redundant(const verdict::KernelResult &K,
                 const map::Location &Barrier) override;
  void statistics(const verdict::KernelResult &K,
                  const verdict::ContextResult &C) override;

private:
  /// At the kernel if P is not known.
  void line(const verdict::KernelResult &K, const map::SourcePoint &P,
            llvm::StringRef Severity, const std::string &Text);
  void show(const verdict::KernelResult &K, const Group &G,
            llvm::StringRef Severity);

  llvm::raw_ostream &OS;
};

} // namespace racemap::report

#endif
