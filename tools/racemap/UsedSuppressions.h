// UsedSuppressions - which suppressions of configuration files hide something.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_USEDSUPPRESSIONS_H
#define RACEMAP_TOOLS_RACEMAP_USEDSUPPRESSIONS_H

#include "runtime/config/Config.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <set>

namespace racemap {

class UsedSuppressions {
public:
  /// Those of a configuration file that counts for some unit.
  void take(const config::Config &C);
  /// A finding of a kernel, as the JSON has them.
  void note(const llvm::json::Object &Kernel,
            const llvm::json::Object &Finding);
  /// A line for each that is over, and, of a whole project, for each that has
  /// hidden nothing.
  void remark(bool IsWhole) const;

private:
  std::map<std::string, std::vector<config::Suppression>> All; ///< by file
  std::set<std::string> Used;                                  ///< by place
};

} // namespace racemap

#endif
