// Terms - random terms of 32 bits, as text.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_ORACLE_TERMS_H
#define RACEMAP_UNITTESTS_ORACLE_TERMS_H

#include "Random.h"
#include "Run.h"

namespace racemap::oracle {

/// What a protocol is to be like. All are percentages.
struct Profile {
  Dim BlockDim{4, 1, 1}, GridDim{1, 1, 1};
  bool Open = false;       ///< no launch in the text
  bool Unmodelled = false; ///< values that are not modelled
  unsigned Safe = 0;       ///< that an access is one that does not conflict
  unsigned Odd = 20;       ///< that a term has unusual operators
  unsigned Inputs = 0;     ///< that a term reads an input
  bool Nested = false;     ///< has barriers in nested loops
  bool Loose = false;      ///< barriers wherever it falls
  bool Warps = false, Grids = false, Named = false; ///< kinds of barriers
  bool Copies = false;                              ///< asynchronous accesses
  unsigned Butterflies = 0; ///< that an index is masked by a loop's variable
};

class Terms {
public:
  Terms(Random &R, const Profile &Is) : R(R), Is(Is) {}

  std::vector<std::string> Parameters, Inputs;
  struct LoopVariable {
    std::string Name;
    bool Uniform;
  };
  std::vector<LoopVariable> Loops;   ///< that can be mentioned
  std::vector<std::string> Returned; ///< by barriers that have been passed

  std::string number(unsigned Most) {
    return std::to_string(R.below(Most + 1));
  }
  /// The same for all threads of a block, never a number alone.
  std::string uniform();
  /// Different between threads.
  std::string varying(unsigned Depth);
  /// The thread's place in its block or in the grid: no two have the same.
  std::string own(bool InGrid);
  std::string condition(bool Uniform);
  /// An index that may be anything.
  std::string index();
  bool isSmall() const { return Launch::volume(Is.BlockDim) <= 8; }

private:
  std::string input(const std::string &At);
  std::string oddTerm(const std::string &X);
  std::string comparison(const std::string &X);
  std::string butterfly();

  Random &R;
  const Profile &Is;
};

} // namespace racemap::oracle

#endif
