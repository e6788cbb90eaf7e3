// Json - findings as programs read them: the `findings` objects of DESIGN 8.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_HOST_JSON_H
#define RACEMAP_RUNTIME_HOST_JSON_H

#include "runtime/host/Finding.h"

#include <map>
#include <string>

namespace racemap::host {

struct CountedFinding {
  const Finding *TheFinding = nullptr;
  uint64_t Count = 0; ///< how often it was seen
  std::string Hidden; ///< why it was not reported; empty: it was
};

/// "data-race", "barrier-divergence", ...
const char *kindName(Finding::Kind K);

/// What was counted of each kernel, by name; of all together under "".
using Numbers =
    std::map<std::string, std::vector<std::pair<std::string, uint64_t>>>;

/// What became of the launches of a program that is to be monitored.
enum class LaunchFate : unsigned {
  Monitored,
  /// It could not be run or, as a whole, not be monitored.
  Failed,
  /// Its kernel is not instrumented.
  Uninstrumented
};
using LaunchCounts = std::array<uint64_t, 3>; ///< by LaunchFate

/// Launches becomes "monitored_launches" and so on. Counted becomes the object
/// "statistics", unless it is empty.
std::string json(const std::vector<CountedFinding> &Findings,
                 const ModuleInfos &Modules, const LaunchCounts &Launches,
                 const Numbers &Counted = {});

} // namespace racemap::host

#endif // RACEMAP_RUNTIME_HOST_JSON_H
