// OtherLaunches - the other launches of a kernel that are in sight.
//
// In:  a condition that one launch of the kernel needs.
// Out: whether another one cannot keep to it: whoever put the condition into
//      the kernel would deny that launch.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_PRECONDITIONS_OTHERLAUNCHES_H
#define RACEMAP_PASSES_VERDICT_PRECONDITIONS_OTHERLAUNCHES_H

#include "passes/verdict/launch/LaunchFacts.h"
#include "passes/verdict/query/Decider.h"

namespace racemap::verdict {

class OtherLaunches {
public:
  /// This: the launch that is looked at. It has no others if it is none in
  /// sight: what is said of all launches that there may be is held against
  /// each of them.
  OtherLaunches(const map::Protocol &P, const map::LaunchContext &This)
      : P(P), This(This) {}

  /// Does one of them contradict the condition, as far as exact arithmetic
  /// sees? Condition: over the names of the protocol.
  bool contradict(const map::Term *Condition, Decider &D);

private:
  const map::Protocol &P;
  const map::LaunchContext &This;
  /// Made when they are asked for.
  std::optional<std::vector<std::unique_ptr<LaunchFacts>>> All;
  llvm::DenseMap<const map::Term *, bool> Known;
};

} // namespace racemap::verdict

#endif
