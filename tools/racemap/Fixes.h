// Fixes - `check --fix`: inserts into the source what was verified to mend the
// findings that are shown.
//
// A place is mended once, whoever needs it. A kernel's template is left alone,
// where a statement would be one for all instances.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_FIXES_H
#define RACEMAP_TOOLS_RACEMAP_FIXES_H

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <string>
#include <vector>

namespace racemap {

class Fixes {
public:
  /// A finding that is shown, as the JSON has it; its files are named from the
  /// folder of its unit.
  void note(const llvm::json::Object &Kernel, const llvm::json::Object &Finding,
            llvm::StringRef Directory);
  /// Changes the files, each as a whole, with a line for each place. What
  /// cannot be changed is a line each in Problems.
  void apply(llvm::raw_ostream &OS, std::vector<std::string> &Problems) const;

private:
  /// Line and column, from 1, and what is inserted there.
  using Insertions = std::map<std::pair<unsigned, unsigned>, std::string>;

  static llvm::Error applyTo(const std::string &File, const Insertions &All);

  std::map<std::string, Insertions> Files;
};

} // namespace racemap

#endif
