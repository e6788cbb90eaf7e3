// UnitCache - what is known of units from the last run of `check -p`.
//
// In the cache's folder (CacheFolder), of each unit:
//   HASH.json   what the last run has come to: {"unit": "/…/app.cu", "shown":
//               "…", "text": what clang printed, "results": the JSON of the
//               unit}
//   HASH.calls, HASH.told
//               what it calls in others, by itself and when it was told what
//               others call: {"unit": "…", "calls": as in UnitCalls.h}
//
// The key is a hash of all that the results depend on: the unit's source with
// everything it includes, its flags, the options, this racemap, its plugin,
// clang, and what it is told of others. Options that only say what is shown
// (level=, baseline=, diff= ...) are hashed apart, as "shown": with others, the
// results are good, and only the text is made anew. What the clock has cut
// short is not kept.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_UNITCACHE_H
#define RACEMAP_TOOLS_RACEMAP_UNITCACHE_H

#include "CacheFolder.h"
#include "CallerUnit.h"
#include "passes/driver/UnitCalls.h"

namespace racemap {

/// What came of analysing a unit.
struct UnitResult {
  std::string Text; ///< clang's words, with colours
  llvm::json::Value Results = nullptr;
  bool IsShownAlike = true; ///< with these options; otherwise the text is not
                            ///< the one that they ask for
};

class UnitCache {
public:
  /// In this folder; nothing is kept if the name is empty. Changes: what diff=
  /// stands for.
  UnitCache(std::string Folder, const Toolchain &T, const Request &R,
            llvm::StringRef Changes);

  /// The key of a unit whose source, everything included, is this, and that is
  /// told this of others.
  std::string keyOf(const CudaUnit &U, llvm::StringRef Source,
                    const CallsOfOthers &Told) const;
  std::string keyOf(const CallerUnit &U, llvm::StringRef Source,
                    const CallsOfOthers &Told) const;

  std::optional<UnitResult> find(const CudaUnit &U, llvm::StringRef Key) const;
  /// The error names the file that cannot be written.
  llvm::Error store(const CudaUnit &U, llvm::StringRef Key,
                    const UnitResult &Result) const;
  /// IsTold: of the two that are kept.
  std::optional<UnitCalls> find(const CallerUnit &U, llvm::StringRef Key,
                                bool IsTold) const;
  llvm::Error store(const CallerUnit &U, llvm::StringRef Key, bool IsTold,
                    const UnitCalls &Calls) const;
  bool isOn() const { return Folder.isOn(); }

private:
  CacheFolder Folder;
  std::string Tools;  ///< what all keys depend on
  std::string Common; ///< what those of results depend on
  std::string Shown;  ///< hash of what is shown
  std::vector<std::string> OptionTexts;
};

} // namespace racemap

#endif
