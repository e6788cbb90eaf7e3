// Json - findings as programs read them: the `findings` objects of DESIGN 8.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_HOST_JSON_H
#define RACEMAP_RUNTIME_HOST_JSON_H

#include "runtime/host/Finding.h"

namespace racemap::host {

struct CountedFinding {
  const Finding *TheFinding = nullptr;
  uint64_t Count = 0; ///< how often it was seen
};

std::string json(const std::vector<CountedFinding> &Findings,
                 const ModuleInfos &Modules);

} // namespace racemap::host

#endif // RACEMAP_RUNTIME_HOST_JSON_H
