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
  void findings(const KernelResult &, const Group &) override {}
  void benign(const KernelResult &, const Group &) override {}
  void hidden(const KernelResult &, const Group &G) override {
    if (!G.first().Benign)
      Number[hider(G.first().Hidden)] += G.Findings.size();
  }
  void undecided(const KernelResult &, const ContextResult &) override {}
  void vacuous(const KernelResult &, const ContextResult &) override {}
  void redundant(const KernelResult &, const map::Location &) override {}

  std::string line() const;

private:
  std::map<std::string, size_t> Number; ///< by what hides them
};
} // namespace

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
  return std::to_string(All) +
         (All == 1 ? " finding is hidden" : " findings are hidden") + Each +
         "\n";
}

std::string hiddenLine(const std::vector<KernelResult> &Kernels,
                       const Filter &F) {
  Count Hidden;
  report(Kernels, F, Hidden);
  return Hidden.line();
}

} // namespace racemap::report
