// Compare - is what the analysis says of a kernel what the interpreter says?
//
// The rules, by how the kernel was made:
//   well-typed      the kernel is racy exactly when a run of it is, pair by
//                   pair; nothing is undecided, and no finding is less than
//                   provable. A race that no sane launch has may be possible
//                   and the kernel undecided for it, but then a run has it
//   ill-typed       no race-free kernel has a race in a run; a provable race
//                   is there whatever memory holds at first
//   loose barriers  no race-free kernel has a race in a run
//   loops           well-typed, and where variables of loops are narrow, start
//                   near their ends, fall, or are tested as wider numbers or in
//                   sums, the same as of ill-typed kernels
// Always: the threads of a witness race when the kernel is run with its
// parameters and inputs, and what is called benign writes the same value.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_SOURCEORACLE_COMPARE_H
#define RACEMAP_UNITTESTS_SOURCEORACLE_COMPARE_H

#include "Analysis.h"

namespace racemap::source {

enum class Typing : uint8_t { Well, Ill, Loose, Loops };

/// What the interpreter finds in each sample of the memory's contents.
struct Truths {
  std::vector<Truth> Samples;

  bool counts() const; ///< it can be run, in every sample
  bool isRacy() const;
  bool isDivergent() const;
  Races all() const; ///< of any sample
};

Truths findTruths(const Kernel &K, Typing T);

/// Takes the values from the parameters that the analysis says it left out (an
/// assumption such as n0 >= 0), or the runs (no loop's index wraps). False if
/// none are left, be it that the analysis says that its assumptions exclude the
/// launch: then nothing is claimed.
bool narrow(Kernel &K, const Said &S);

/// What they disagree about, in several lines; nothing if they agree. A kernel
/// that is undecided for want of budget agrees with everything.
std::string disagreement(const Kernel &K, Typing T, const Truths &Is,
                         const Said &S);

/// For a person.
std::string describe(const Said &S);
std::string describe(const Truths &Is);

} // namespace racemap::source

#endif
