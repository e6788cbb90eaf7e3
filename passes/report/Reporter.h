// Reporter - the one interface through which findings are shown.
//
// report() walks over results and tells a Reporter the facts, in order:
// kernel, findings in groups, what is undecided. Back ends: clang diagnostics
// (plugin/), text (opt, `racemap verify`), a recorder in tests. The JSON is a
// document, not a sequence of messages, and has a writer of its own.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_REPORT_REPORTER_H
#define RACEMAP_PASSES_REPORT_REPORTER_H

#include "passes/report/Filter.h"
#include "passes/report/Group.h"

namespace racemap::report {

class Reporter {
public:
  virtual ~Reporter() = default;
  /// Findings at or above the level asked for: one warning.
  virtual void findings(const verdict::KernelResult &K, const Group &G) = 0;
  /// Same-value conflicts that are not hidden.
  virtual void benign(const verdict::KernelResult &K, const Group &G) = 0;
  /// Findings that would be shown if Finding::Hidden did not say why not; all
  /// of a group say the same. Most reporters have nothing to say of them.
  virtual void hidden(const verdict::KernelResult &, const Group &) {}
  /// Said once per kernel: its verdict is unknown in some context, and why.
  /// Only: what is shown of the kernel.
  virtual void undecided(const verdict::KernelResult &K,
                         const verdict::ContextResult &C,
                         const Filter &Only) = 0;
  /// Its assumptions contradict each other in this context.
  virtual void vacuous(const verdict::KernelResult &K,
                       const verdict::ContextResult &C) = 0;
  /// A barrier without which the kernel stays race-free.
  virtual void redundant(const verdict::KernelResult &K,
                         const map::Location &Barrier) = 0;
  /// How the pairs of a context were decided, if that was asked for.
  virtual void statistics(const verdict::KernelResult &,
                          const verdict::ContextResult &) {}
};

/// Tells R everything the filters let through. A finding that occurs in
/// several contexts of a kernel, or in several
/// instances of a template, is told once. Returns the number of warnings.
unsigned report(const std::vector<verdict::KernelResult> &Kernels,
                const Filters &Only, Reporter &R);

/// Did a run of the sanitizer say so? It shows races; that it shows none proves
/// nothing, and takes nothing from what is proved.
bool isOfRun(const verdict::ContextResult &C);

/// Are two findings of one kernel the same to a person? What they are, the
/// array and the places count, not the case that shows it.
bool isSame(const verdict::Finding &A, const verdict::Finding &B);

/// What the contexts of a kernel come to. Of a launch in the source that is not
/// decided, but was observed, what runs have passed there is all that counts.
class KernelVerdict {
public:
  struct Part {
    verdict::Verdict TheVerdict;
    bool IsVacuous;  ///< nothing was checked
    bool IsOfRun;    ///< what a run has found
    bool IsObserved; ///< as LaunchContext has them, like those that follow
    bool IsRepresented, StandsForOthers;
  };
  void add(const Part &C);
  verdict::Verdict verdict() const;
  /// Race-free in the launches of runs: nothing is known of others.
  bool isOnlyOfRuns() const { return StandsForOthers || IsLeftToRuns; }

private:
  unsigned Count = 0;
  bool IsRacy = false, IsOpen = false, IsOnlyRun = true, IsUnchecked = true;
  bool StandsForOthers = false, IsLeftToRuns = false, IsVacuousRun = false;
};

/// Kernels by verdict: a kernel is racy if it is in some context, else unknown
/// if it is in some, or was only run, else race-free.
struct Summary {
  unsigned Kernels = 0, RaceFree = 0, Racy = 0, Unknown = 0;
  /// Of the race-free ones, those that are so in the launches of runs, while
  /// nothing is known of others.
  unsigned OnlyObserved = 0;
  /// "4 kernels: 2 race-free, 1 racy, 1 unknown; 1 of the race-free ones only
  /// in the launches that were observed"
  std::string text() const;
  void add(verdict::Verdict V, bool IsOnlyOfRuns = false);
};
Summary summarize(const std::vector<verdict::KernelResult> &Kernels);

} // namespace racemap::report

#endif
