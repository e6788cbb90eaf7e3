// Results - the JSON of several files, merged and counted.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_RESULTS_H
#define RACEMAP_TOOLS_RACEMAP_RESULTS_H

#include "passes/driver/Driver.h"
#include "passes/report/Reporter.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <deque>
#include <map>

namespace racemap {

class Results {
public:
  /// Only: what is shown of the kernels of JSON files that are added.
  explicit Results(const report::Filter &Only = {}) : Only(Only) {}

  /// Adds the kernels of one JSON file. An error also if the plugin met
  /// problems: it has said which.
  llvm::Error read(llvm::StringRef Path);
  llvm::Error add(llvm::json::Value Document);
  void add(Results &&Other);
  /// To the file that Name, the value of json=, stands for.
  llvm::Error write(llvm::StringRef Name, const Unit &U) const;
  /// To the file that sarif= says.
  llvm::Error writeSarif(const Options &O, const Unit &U) const;
  /// As GitHub's annotations, on standard output.
  llvm::Error annotate() const;
  /// What is shown, and what the baseline hides, as Baseline.h describes it.
  llvm::Error writeBaseline(const std::string &Path) const;
  /// One that several units have is one.
  unsigned kernels() const { return Verdicts.size(); }
  std::vector<std::string> kernelNames() const;
  std::string summary() const { return counts().text(); }
  /// Findings that are shown and not benign.
  unsigned findings() const { return Findings; }
  /// report::unshownLines() of all kernels.
  llvm::Expected<std::string> unshownLines() const;
  using Visitor = llvm::function_ref<void(const llvm::json::Object &Kernel,
                                          const llvm::json::Object &Finding,
                                          const report::Filter &Only)>;
  /// With what is shown of their kernel.
  void everyFinding(Visitor Visit) const;
  void everyKernel(
      llvm::function_ref<void(const llvm::json::Object &Kernel)> Visit) const;
  unsigned unknown() const { return counts().Unknown; }

  /// Is the finding at the level, whether or not it is hidden, and no
  /// same-value conflict?
  static bool isShown(const llvm::json::Object &Finding,
                      verdict::Certainty Level);

private:
  struct Kernel {
    llvm::json::Value Its; ///< large: moved, never copied
    report::Filter Only;   ///< what is shown of it
  };

  llvm::Expected<std::vector<verdict::KernelResult>> kernelResults() const;
  report::Filters filters() const;
  llvm::Error count(const llvm::json::Object &Kernel);
  void countFinding(const llvm::json::Object &F);
  struct Said {
    verdict::Verdict V;
    bool IsOnlyOfRuns;
  };
  void note(const std::string &Identity, const Said &New);
  report::Summary counts() const;

  report::Filter Only;
  std::map<std::string, llvm::json::Value> Head; ///< all but the kernels
  std::deque<Kernel> Kernels;
  std::map<std::string, Said> Verdicts; ///< of each kernel
  unsigned Findings = 0;
  bool HasUnshown = false; ///< may unshownLines() have something to say?
};

} // namespace racemap

#endif
