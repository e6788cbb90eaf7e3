// Diagnostics - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/Diagnostics.h"
#include "passes/report/StatisticsLine.h"
#include "runtime/output/Printable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

namespace racemap {

using clang::DiagnosticsEngine;
using verdict::ContextResult;
using verdict::KernelResult;

/// Clang forgets what some flags say about diagnostics that are registered
/// after the command line was read.
static void repeatFlags(DiagnosticsEngine &Diags) {
  constexpr llvm::StringLiteral Group = "backend-plugin";
  auto Set = [&](clang::diag::Severity S) {
    Diags.setSeverityForGroup(clang::diag::Flavor::WarningOrError, Group, S);
  };
  for (llvm::StringRef Flag : Diags.getDiagnosticOptions().Warnings) {
    bool IsNo = Flag.consume_front("no-");
    bool IsError = Flag.consume_front("error=");
    if (Flag == Group && IsError)
      Diags.setDiagnosticGroupWarningAsError(Group, !IsNo);
    else if (Flag == Group)
      Set(IsNo ? clang::diag::Severity::Ignored
               : clang::diag::Severity::Warning);
    else if (Flag == "everything" && IsNo && !IsError)
      Set(clang::diag::Severity::Ignored);
  }
}

void registerDiagnostics(DiagnosticsEngine &Diags) {
  // Asking for its level makes a diagnostic part of the state that the first
  // pragma starts from, and that the last pop returns to. Clang declares the
  // question free of side effects, hence volatile.
  volatile bool IsIgnored = Diags.isIgnored(
      compat::customDiagnostic(Diags, DiagnosticsEngine::Warning),
      clang::SourceLocation());
  static_cast<void>(IsIgnored);
  repeatFlags(Diags);
}

void warn(DiagnosticsEngine &Diags, const std::string &Text,
          clang::SourceLocation At) {
  Diags.Report(At, compat::customDiagnostic(Diags, DiagnosticsEngine::Warning))
      << "racemap: " + output::printableLine(Text);
}

void warnOf(clang::CompilerInstance &CI, llvm::StringRef Problem) {
  llvm::SmallVector<llvm::StringRef, 5> Parts;
  unsigned Line = 0, Column = 0;
  clang::SourceLocation At;
  llvm::Regex("^(.+):([0-9]+):([0-9]+): (.*)$").match(Problem, &Parts);
  if (Parts.size() == 5 && !Parts[2].getAsInteger(10, Line) &&
      !Parts[3].getAsInteger(10, Column))
    At = Places(CI.getSourceManager()).find({Parts[1].str(), Line, Column});
  warn(CI.getDiagnostics(), (At.isValid() ? Parts[4] : Problem).str(), At);
}

void Diagnostics::say(Level L, clang::SourceLocation At,
                      const std::string &Text, const clang::FixItHint &Fix) {
  clang::DiagnosticBuilder New =
      Diags.Report(At, compat::customDiagnostic(Diags, L));
  New << output::printableLine(Text);
  if (!Fix.isNull())
    New << Fix;
}

clang::SourceLocation Diagnostics::locate(const map::SourcePoint &P,
                                          const KernelResult &K) {
  clang::SourceLocation At = Where.find(P);
  return At.isValid() ? At : declarationOf(K);
}

clang::SourceLocation Diagnostics::declarationOf(const KernelResult &K) const {
  const clang::FunctionDecl *D = Kernels.lookup(K.Mangled);
  return D ? D->getLocation() : clang::SourceLocation();
}

/// Does the statement mean the same in the kernel's source? All its names have
/// to be the kernel's parameters, or known everywhere.
static bool canSay(const clang::FunctionDecl &Kernel, llvm::StringRef Text) {
  static constexpr llvm::StringLiteral Known[] = {
      "int", "unsigned", "size_t", "blockDim", "gridDim", "RACEMAP_ASSUME"};
  auto IsParameter = [&](llvm::StringRef Name) {
    return llvm::any_of(Kernel.parameters(), [&](const auto *P) {
      return P->getIdentifier() && P->getName() == Name;
    });
  };
  // Members follow their object: "s.n" is one word.
  auto IsInWord = [](char C) {
    return llvm::isAlnum(C) || C == '_' || C == '.';
  };
  while (!(Text = Text.drop_until(IsInWord)).empty()) {
    llvm::StringRef Word = Text.take_while(IsInWord).split('.').first;
    Text = Text.drop_while(IsInWord);
    if (!Word.empty() && !llvm::isDigit(Word.front()) &&
        !llvm::is_contained(Known, Word) && !IsParameter(Word))
      return false;
  }
  return true;
}

/// A condition that holds for one instance of a template need not be one that
/// the template's author can state.
void Diagnostics::atBody(const KernelResult &K, const report::Note &N) {
  const clang::FunctionDecl *D = Kernels.lookup(K.Mangled);
  if (!D || !D->hasBody() || D->isTemplateInstantiation() ||
      !canSay(*D, N.Insert))
    return;
  clang::SourceLocation Begin = D->getBody()->getBeginLoc();
  if (Begin.isInvalid() || Begin.isMacroID())
    return;
  say(Level::Note, D->getLocation(), N.Text,
      clang::FixItHint::CreateInsertion(Begin.getLocWithOffset(1),
                                        "\n  " + N.Insert));
}

/// A statement before the one that begins there, once. In a template it would
/// be one for all instances.
clang::FixItHint Diagnostics::insertion(const KernelResult &K,
                                        const report::Note &N) {
  const clang::FunctionDecl *D = Kernels.lookup(K.Mangled);
  clang::SourceLocation At = Where.find(N.Where);
  if (N.Insert.empty() || At.isInvalid() || Sources.isInSystemHeader(At) ||
      !D || D->isTemplateInstantiation() ||
      !Offered.insert(At.getRawEncoding()).second)
    return clang::FixItHint();
  std::string Indent(Sources.getSpellingColumnNumber(At) - 1, ' ');
  return clang::FixItHint::CreateInsertion(At, N.Insert + "\n" + Indent);
}

void Diagnostics::details(const KernelResult &K, const report::Group &G) {
  for (const report::Note &N : report::notes(K, G)) {
    if (N.AtBody) {
      atBody(K, N);
      continue;
    }
    say(Level::Note, locate(N.Where, K), N.Text, insertion(K, N));
  }
}

bool Diagnostics::isSilent(clang::SourceLocation At) const {
  return Diags.isIgnored(compat::customDiagnostic(Diags, Level::Warning), At);
}

bool Diagnostics::isSilent(const KernelResult &K, const verdict::Finding &F) {
  return isSilent(locate(F.Sites.front().Where, K));
}

void Diagnostics::findings(const KernelResult &K, const report::Group &G) {
  say(Level::Warning, locate(G.first().Sites.front().Where, K),
      report::headline(K, G) + report::checkMark(G.first()));
  details(K, G);
}

void Diagnostics::benign(const KernelResult &K, const report::Group &G) {
  if (isSilent(K, G.first()))
    return;
  say(Level::Remark, locate(G.first().Sites.front().Where, K),
      report::headline(K, G) + report::checkMark(G.first()));
  details(K, G);
}

void Diagnostics::remark(const KernelResult &K, const std::string &Text) {
  clang::SourceLocation At = declarationOf(K);
  if (!isSilent(At))
    say(Level::Remark, At, Text);
}

void Diagnostics::undecided(const KernelResult &K, const ContextResult &C,
                            const report::Filter &Only) {
  remark(K, report::undecided(K, C, Only));
}

void Diagnostics::vacuous(const KernelResult &K, const ContextResult &C) {
  remark(K, report::vacuous(K, C));
}

void Diagnostics::redundant(const KernelResult &K,
                            const map::Location &Barrier) {
  clang::SourceLocation At = locate(Barrier, K);
  if (!isSilent(At))
    say(Level::Remark, At, report::redundant(K));
}

void Diagnostics::statistics(const KernelResult &K, const ContextResult &C) {
  remark(K, report::statistics(K, C));
}

} // namespace racemap
