// Diagnostics - findings as clang's own warnings, notes and remarks.
//
// A finding is a warning at its first access, with notes for the calls that
// lead there, for the second access, and for the witness. The warnings are in
// the group of -Wbackend-plugin, so -Werror, -w and pragmas work on them. A
// condition that the source could state is offered as text to insert at the
// beginning of the kernel. What cannot be located is reported at the kernel's
// declaration.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_DIAGNOSTICS_H
#define RACEMAP_PLUGIN_DIAGNOSTICS_H

#include "passes/report/Reporter.h"
#include "passes/report/Wording.h"
#include "plugin/LLVMCompat.h"
#include "plugin/Places.h"
#include "llvm/ADT/StringMap.h"
#include <set>

namespace racemap {

class Diagnostics : public report::Reporter {
public:
  /// Kernels: the declaration of each, by mangled name.
  Diagnostics(clang::CompilerInstance &CI,
              const llvm::StringMap<const clang::FunctionDecl *> &Kernels)
      : Diags(CI.getDiagnostics()), Kernels(Kernels),
        Sources(CI.getSourceManager()), Where(CI.getSourceManager()) {}

  /// Would a warning of it not be shown? Remarks follow warnings.
  bool isSilent(const verdict::KernelResult &K, const verdict::Finding &F);

  void findings(const verdict::KernelResult &K,
                const report::Group &G) override;
  void benign(const verdict::KernelResult &K, const report::Group &G) override;
  void undecided(const verdict::KernelResult &K,
                 const verdict::ContextResult &C,
                 const report::Filter &Only) override;
  void vacuous(const verdict::KernelResult &K,
               const verdict::ContextResult &C) override;
  void redundant(const verdict::KernelResult &K,
                 const map::Location &Barrier) override;
  void statistics(const verdict::KernelResult &K,
                  const verdict::ContextResult &C) override;

  /// RACEMAP_BENIGN stands there and has hidden nothing.
  void unusedBenign(clang::SourceLocation At) {
    say(Level::Remark, At,
        "RACEMAP_BENIGN hides nothing that the check has found");
  }

private:
  using Level = clang::DiagnosticsEngine::Level;
  void remark(const verdict::KernelResult &K, const std::string &Text);
  bool isSilent(clang::SourceLocation At) const;
  void details(const verdict::KernelResult &K, const report::Group &G);
  void atBody(const verdict::KernelResult &K, const report::Note &N);
  clang::FixItHint insertion(const verdict::KernelResult &K,
                             const report::Note &N);
  void say(Level L, clang::SourceLocation At, const std::string &Text,
           const clang::FixItHint &Fix = clang::FixItHint());
  clang::SourceLocation declarationOf(const verdict::KernelResult &K) const;
  clang::SourceLocation locate(const map::SourcePoint &P,
                               const verdict::KernelResult &K);

  clang::DiagnosticsEngine &Diags;
  const llvm::StringMap<const clang::FunctionDecl *> &Kernels;
  const clang::SourceManager &Sources;
  Places Where;
  /// Where statements are offered: one can mend several findings.
  std::set<unsigned> Offered;
};

/// Makes the plugin's diagnostics known. Before the user's code is parsed:
/// pragmas mean the diagnostics that are known where they stand.
void registerDiagnostics(clang::DiagnosticsEngine &Diags);

/// Something about the request itself, which may have a place.
void warn(clang::DiagnosticsEngine &Diags, const std::string &Text,
          clang::SourceLocation At = {});

/// A problem of an analysis: one that begins with a place in the source,
/// FILE:LINE:COLUMN, is told there.
void warnOf(clang::CompilerInstance &CI, llvm::StringRef Problem);

} // namespace racemap

#endif
