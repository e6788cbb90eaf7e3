// Json - findings as programs read them: the `findings` objects of DESIGN 8.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_HOST_JSON_H
#define RACEMAP_RUNTIME_HOST_JSON_H

#include "runtime/host/Finding.h"
#include "runtime/launches/Launches.h"

#include <map>
#include <string>

namespace racemap::host {

/// "data-race", "barrier-divergence", ...
const char *kindName(Finding::Kind K);

/// What was counted of each kernel, by name; of all together under "".
using Numbers =
    std::map<std::string, std::vector<std::pair<std::string, uint64_t>>>;

/// What became of the launches of a program that is to be monitored.
enum class LaunchFate : unsigned {
  Monitored,
  /// Of some accesses, nothing was seen.
  Partly,
  /// It could not be run or, as a whole, not be monitored.
  Failed,
  /// Its kernel is not instrumented.
  Uninstrumented
};
using LaunchCounts = std::array<uint64_t, 4>; ///< by LaunchFate

/// The text of a finding's object, apart from the number between its parts: how
/// often it was seen. Made once, as a document is written for each finding.
struct FindingText {
  std::string Head, Tail;
};
FindingText json(const Finding &F, const std::string &Hidden,
                 const ModuleInfos &Modules);

/// "otherStacks": the call stacks but those of F that it was seen with.
std::string otherStacksJson(const Finding &F, const StackPairs &All,
                            const ModuleInfos &Modules);

/// All of a run so far.
struct RunResults {
  struct Seen {
    const FindingText *Text;
    uint64_t Count;
    /// The member of the object that has other call stacks, or nothing.
    std::string Stacks = {};
  };
  std::vector<Seen> Findings;
  LaunchCounts Launches{};
  /// Empty if none were asked for.
  Numbers Counted;
  /// As the SUMMARY line has it; empty if there is nothing to say.
  std::string Summary;
  /// The program has come to its end.
  bool IsComplete = false;
  /// What was launched; null if that was not asked for.
  const launches::Launches *Noted = nullptr;
};

/// The whole document. Launches becomes "monitored_launches" and so on; Counted
/// becomes the object "statistics", unless it is empty.
std::string json(const RunResults &Of);

} // namespace racemap::host

#endif // RACEMAP_RUNTIME_HOST_JSON_H
