// HiddenLine - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/report/HiddenLine.h"
#include "passes/report/Wording.h"
#include <map>

namespace racemap::report {

using namespace verdict;

namespace {
class Count final : public Reporter {
public:
  void findings(const KernelResult &, const Group &G) override {
    if (G.first().isRace())
      Races += G.Findings.size();
    if (G.first().IsSilenced)
      Silenced += G.Findings.size();
  }
  void benign(const KernelResult &, const Group &) override {}
  void hidden(const KernelResult &, const Group &G) override {
    if (!G.first().Benign)
      Number[hider(G.first().Hidden)] += G.Findings.size();
  }
  void undecided(const KernelResult &, const ContextResult &,
                 const Filter &) override {}
  void vacuous(const KernelResult &, const ContextResult &) override {}
  void redundant(const KernelResult &, const map::Location &) override {}

  std::string line() const;
  std::string silencedLine() const;
  size_t races() const { return Races; }

private:
  std::map<std::string, size_t> Number; ///< by what hides them
  size_t Silenced = 0, Races = 0;       ///< not hidden
};
} // namespace

/// "1 finding is", "2 findings are".
static std::string findingsAre(size_t N) {
  return std::to_string(N) + (N == 1 ? " finding is" : " findings are");
}

std::string Count::line() const {
  size_t All = 0;
  std::string Each;
  for (const auto &[By, N] : Number) {
    All += N;
    Each += (Each.empty() ? ": " : ", ") + std::to_string(N) + " by " + By;
  }
  if (All == 0)
    return "";
  if (Number.size() == 1)
    Each = " by " + Number.begin()->first;
  return findingsAre(All) + " hidden" + Each + "\n";
}

std::string Count::silencedLine() const {
  return Silenced ? findingsAre(Silenced) +
                        " counted, but not shown: the compiler's warnings are "
                        "off there (a header of the system, a pragma, or -w)\n"
                  : "";
}

static Count countIn(const std::vector<KernelResult> &Kernels,
                     const Filters &Only) {
  Count All;
  report(Kernels, Only, All);
  return All;
}

/// Only level=provable leaves out what makes a kernel racy.
static std::string belowLine(const std::vector<KernelResult> &Kernels,
                             const Filters &Only, const Count &Shown) {
  size_t Below =
      countIn(Kernels, Only.atLeast(Certainty::Input)).races() - Shown.races();
  return Below ? findingsAre(Below) + " below level=provable\n" : "";
}

std::string hiddenLines(const std::vector<KernelResult> &Kernels,
                        const Filters &Only) {
  Count Shown = countIn(Kernels, Only);
  return Shown.line() + belowLine(Kernels, Only, Shown);
}

std::string unshownLines(const std::vector<KernelResult> &Kernels,
                         const Filters &Only) {
  Count Shown = countIn(Kernels, Only);
  return Shown.silencedLine() + Shown.line() + belowLine(Kernels, Only, Shown);
}

} // namespace racemap::report
