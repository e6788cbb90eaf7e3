// Compare - does the analysis say of a protocol what the executor says?
//
// In:  the text of a protocol, which both sides parse for themselves.
// Out: agreement, or what they disagree about, and what kind of protocol it
//      is. The rules:
//      a race that the executor finds is a finding, or the pair is undecided,
//      or, where threads have returned before a barrier, one of its accesses
//      is (a copy that its thread does not wait for);
//      a race-free kernel has no race; a provable or input finding is a race
//      of that pair in some run, and its witness is one in the witness's run;
//      a divergent barrier is a finding or makes the kernel undecided; a
//      provable divergence is one in some run; an access that leaves its array
//      is a finding or undecided, and a certain finding is one in some run and
//      in its witness's.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_ORACLE_COMPARE_H
#define RACEMAP_UNITTESTS_ORACLE_COMPARE_H

#include "passes/verdict/Verify.h"

namespace racemap::oracle {

/// What kind of protocol it is, as the executor and its text tell.
struct Features {
  bool Racy = false, RaceFree = false;
  bool NestedBarriers = false; ///< two or more in a nest of loops
  bool LooseBarriers = false;  ///< that can be skipped or diverge
  bool BlocksConflict = false; ///< blocks touch common bytes, one not reading
  bool Divergent = false, EarlyExit = false;
};

struct Comparison {
  enum class Outcome : uint8_t { Agree, Disagree, Skipped };
  Outcome TheOutcome = Outcome::Agree;
  std::string Kind;    ///< of the disagreement, or why it was skipped
  std::string Details; ///< for a person, several lines
  Features Is;
  bool SaidRacy = false;     ///< by the analysis
  bool Unknown = false;      ///< the analysis does not decide the kernel
  bool MayBeUnknown = false; ///< there is a good reason for that
  std::string Reason;        ///< of Unknown
  double AnalysisMs = 0, ExecutorMs = 0;
};

struct Limits {
  unsigned Runs = 600;   ///< of the executor, for one launch
  bool Lockstep = false; ///< the threads of a warp advance together
};

Comparison compare(llvm::StringRef Text, const Limits &L);

/// All that the analysis says, for a person.
std::string describe(const verdict::ContextResult &R);

} // namespace racemap::oracle

#endif
