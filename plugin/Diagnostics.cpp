// Diagnostics - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/Diagnostics.h"
#include "passes/report/Wording.h"

namespace racemap {

using clang::DiagnosticsEngine;
using verdict::ContextResult;
using verdict::Finding;
using verdict::KernelResult;

void warn(DiagnosticsEngine &Diags, const std::string &Text) {
  Diags.Report(compat::customDiagnostic(Diags, DiagnosticsEngine::Warning))
      << "racemap: " + Text;
}

void Diagnostics::say(Level L, clang::SourceLocation At,
                      const std::string &Text, const clang::FixItHint &Fix) {
  clang::DiagnosticBuilder New =
      Diags.Report(At, compat::customDiagnostic(Diags, L));
  New << Text;
  if (!Fix.isNull())
    New << Fix;
}

clang::SourceLocation Diagnostics::locate(const map::SourcePoint &P,
                                          const KernelResult &K) {
  clang::SourceLocation At = Where.find(P);
  return At.isValid() ? At : Kernels.lookup(K.Mangled);
}

void Diagnostics::details(const KernelResult &K, const Finding &F) {
  for (const report::Note &N : report::notes(F)) {
    clang::SourceLocation At = locate(N.Where, K);
    clang::FixItHint Fix;
    if (!N.Insert.empty())
      Fix = clang::FixItHint::CreateInsertion(At, N.Insert);
    say(Level::Note, At, N.Text, Fix);
  }
}

void Diagnostics::finding(const KernelResult &K, const ContextResult &,
                          const Finding &F) {
  say(Level::Warning, locate(F.Sites.front().Where, K),
      report::headline(K, F));
  details(K, F);
}

/// -w silences remarks too.
void Diagnostics::benign(const KernelResult &K, const ContextResult &,
                         const Finding &F) {
  if (Diags.getIgnoreAllWarnings())
    return;
  say(Level::Remark, locate(F.Sites.front().Where, K),
      report::headline(K, F));
  details(K, F);
}

void Diagnostics::remark(const KernelResult &K, const std::string &Text) {
  if (!Diags.getIgnoreAllWarnings())
    say(Level::Remark, Kernels.lookup(K.Mangled), Text);
}

void Diagnostics::undecided(const KernelResult &K, const ContextResult &C) {
  remark(K, report::undecided(K, C));
}

void Diagnostics::vacuous(const KernelResult &K, const ContextResult &C) {
  remark(K, report::vacuous(K, C));
}

} // namespace racemap
