// UsedComments - which comments "racemap: ignore(CHECK): WHY" hide something.
//
// Of a deadlock, nothing is told: runs alone find it. Where a kernel is
// undecided, nobody knows what its comments would hide.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_USEDCOMMENTS_H
#define RACEMAP_TOOLS_RACEMAP_USEDCOMMENTS_H

#include "llvm/Support/JSON.h"
#include <map>
#include <set>
#include <string>
#include <tuple>

namespace racemap {

class UsedComments {
public:
  /// A kernel, as the JSON has it, of a unit with this file, which is compiled
  /// in the directory; empty: here.
  void note(const llvm::json::Object &Kernel, llvm::StringRef File,
            llvm::StringRef Directory);
  /// Says of each comment that it has hidden nothing, in files of units and, of
  /// a whole project, in headers that have kernels. Bounds: accesses that leave
  /// their arrays have been looked for.
  void remark(bool IsWhole, bool Bounds) const;

private:
  struct File {
    bool IsOfUnit = false, HasUndecided = false;
  };
  std::map<std::string, File> Files;
  std::set<std::tuple<std::string, unsigned, std::string>> Used; ///< and check
};

} // namespace racemap

#endif
