// UnitCache - what is known of units from the last run of `check -p`.
//
// One file per unit, HASH.json, in the folder .racemap of the build folder:
//   {"version": 2, "unit": "/…/app.cu", "key": "…", "shown": "…",
//    "text": what clang printed, "results": the JSON of the unit, "sum": a hash
//    of these four}
// The key is a hash of all that the results depend on: the unit's source with
// everything it includes, its flags, the options, this racemap, its plugin,
// clang. Options that only say what is shown (level=, baseline=, diff= ...) are
// hashed apart, as "shown": with others, the results are good, and only the
// text is made anew. What the clock has cut short is not kept. A file is
// written under another name first, so that it is never half there; damaged
// ones count as absent.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_UNITCACHE_H
#define RACEMAP_TOOLS_RACEMAP_UNITCACHE_H

#include "CudaUnit.h"
#include "llvm/Support/JSON.h"

namespace racemap {

/// What came of analysing a unit.
struct UnitResult {
  std::string Text; ///< clang's words, with colours
  llvm::json::Value Results = nullptr;
  bool IsShownAlike = true; ///< with these options; otherwise the text is not
                            ///< the one that they ask for
};

/// Is a file of the cache what was written?
bool isWholeEntry(const llvm::json::Object &Entry);

class UnitCache {
public:
  /// In this folder; nothing is kept if the name is empty. Changes: what diff=
  /// stands for.
  UnitCache(std::string Folder, const Toolchain &T, const Request &R,
            llvm::StringRef Changes);

  /// The key of a unit whose source, everything included, is this.
  std::string keyOf(const CudaUnit &U, llvm::StringRef Source) const;
  std::optional<UnitResult> find(const CudaUnit &U, llvm::StringRef Key) const;
  /// The error names the file that cannot be written.
  llvm::Error store(const CudaUnit &U, llvm::StringRef Key,
                    const UnitResult &Result) const;
  bool isOn() const { return !Folder.empty(); }

private:
  llvm::Error makeFolder() const;
  std::string pathOf(const CudaUnit &U) const;

  std::string Folder;
  std::string Common; ///< what all keys depend on
  std::string Shown;  ///< hash of what is shown
  std::vector<std::string> OptionTexts;
};

} // namespace racemap

#endif
