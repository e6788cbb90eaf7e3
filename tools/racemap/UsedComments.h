// UsedComments - which comments "racemap: ignore(CHECK): WHY" hide something.
//
// What is told is of data races and barriers: other findings may be those of a
// run alone. Where a kernel is undecided, nobody knows what its comments would
// hide.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_USEDCOMMENTS_H
#define RACEMAP_TOOLS_RACEMAP_USEDCOMMENTS_H

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
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
  /// A line for each comment that has hidden nothing, in files of units and, of
  /// a whole project, in headers that have kernels.
  void remark(bool IsWhole, llvm::raw_ostream &OS) const;

private:
  struct File {
    bool IsOfUnit = false, HasUndecided = false;
  };
  std::map<std::string, File> Files;
  std::set<std::tuple<std::string, unsigned, std::string>> Used; ///< and check
};

} // namespace racemap

#endif
