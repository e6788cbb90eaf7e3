// GithubReporter - findings as workflow commands of GitHub, which shows them
// beside the lines of a change: "::warning file=app.cu,line=9,…::text".
//
// A finding is one annotation, with its notes as further lines. Files are named
// from the root of the repository, which is where GitHub looks for them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_REPORT_GITHUBREPORTER_H
#define RACEMAP_PASSES_REPORT_GITHUBREPORTER_H

#include "passes/report/Reporter.h"
#include "llvm/Support/raw_ostream.h"

namespace racemap::report {

class GithubReporter : public Reporter {
public:
  /// Root: the repository's folder; files outside of it keep their names.
  GithubReporter(llvm::raw_ostream &OS, std::string Root)
      : OS(OS), Root(std::move(Root)) {}
  /// In the folder that the environment names, GITHUB_WORKSPACE, or this one.
  static GithubReporter ofWorkflow(llvm::raw_ostream &OS);
  void findings(const verdict::KernelResult &K, const Group &G) override;
  void benign(const verdict::KernelResult &K, const Group &G) override;
  void undecided(const verdict::KernelResult &K,
                 const verdict::ContextResult &C, const Filter &Only) override;
  void vacuous(const verdict::KernelResult &K,
               const verdict::ContextResult &C) override;
  void redundant(const verdict::KernelResult &K,
                 const map::Location &Barrier) override;

private:
  /// At the kernel if P is not known.
  void command(const verdict::KernelResult &K, const map::SourcePoint &P,
               llvm::StringRef Level, llvm::StringRef Title,
               llvm::ArrayRef<std::string> Lines);
  void show(const verdict::KernelResult &K, const Group &G,
            llvm::StringRef Level);
  std::string nameOf(llvm::StringRef File) const;

  llvm::raw_ostream &OS;
  std::string Root;
};

} // namespace racemap::report

#endif
