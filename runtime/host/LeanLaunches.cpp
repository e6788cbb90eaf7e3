// LeanLaunches - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/host/LeanLaunches.h"

namespace racemap::host {

std::string LeanLaunches::text(const std::string &Kernel) const {
  std::string Out;
  for (const auto &[Why, Times] : InFull)
    Out += "racemap: stats of " + Kernel + ": monitored in full, " +
           std::to_string(Times) + (Times == 1 ? " launch" : " launches") +
           ": " + Why + "\n";
  return Out;
}

} // namespace racemap::host
