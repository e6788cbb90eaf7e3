// Analysis - what RaceMap says of kernels, through clang and the plugin.
//
// In:  a file's text with many kernels.
// Out: for each the verdict and the races found, by the lines of its text. The
//      compiled kernel is what is judged: clang parses the text, the plugin
//      writes its JSON.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_SOURCEORACLE_ANALYSIS_H
#define RACEMAP_UNITTESTS_SOURCEORACLE_ANALYSIS_H

#include "Truth.h"
#include "llvm/Support/Error.h"

namespace racemap::source {

struct Witness {
  std::array<Dim, 2> BlockIdx{}, ThreadIdx{};
  std::map<std::string, int64_t> Values; ///< of parameters, by name
  struct Input {
    unsigned Array;
    int64_t Element, Value;
  };
  std::vector<Input> Inputs;
};

struct Finding {
  Pair Where;
  std::string Certainty;
  bool Benign = false;
  /// Less than certain only because no sane launch has it.
  bool IsUnexpected = false;
  Witness TheWitness;
  std::string Explanation;
};

struct Said {
  std::string Verdict = "nothing", Reason;
  std::vector<Finding> Found; ///< races
  std::vector<std::string> Assumptions;
  std::vector<std::string> Relevant; ///< names of parameters and arrays
  double Milliseconds = 0;

  /// Something is undecided for want of time or solver steps.
  bool LacksBudget = false;
};

class Analysis {
public:
  Analysis(std::string Clang, std::string Plugin)
      : Clang(std::move(Clang)), Plugin(std::move(Plugin)) {}

  /// Of each kernel, in order. Numbers their statements (emit). An error means
  /// that the text does not compile or that a kernel is missing.
  llvm::Expected<std::vector<Said>> judge(std::vector<Kernel> &Kernels) const;

private:
  llvm::Error compile(llvm::StringRef File, llvm::StringRef Json) const;

  std::string Clang, Plugin;
};

} // namespace racemap::source

#endif
