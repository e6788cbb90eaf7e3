// UnitCache - what is known of units from the last run of `check -p`.
//
// In the cache's folder (CacheFolder), of each unit:
//   HASH.json   what the last run has come to: {"unit": "/…/app.cu", "shown":
//               "…", "text": what clang printed, "results": the JSON of the
//               unit, "calls": what it calls (ProjectCalls)}
//   HASH.alone  the same of the unit by itself, if it was told then who calls
//   it HASH.calls  of a unit that was not analysed, only asked: "unit", "calls"
// The key is a hash of all that the results depend on: the unit's source with
// everything it includes, its flags, the options, this racemap, its plugin,
// clang; and what other units call, if the unit was told. Options that only say
// what is shown (level=, baseline=, diff= ...) are hashed apart, as "shown":
// with others, the results are good, and only the text is made anew. What the
// clock has cut short is not kept.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_UNITCACHE_H
#define RACEMAP_TOOLS_RACEMAP_UNITCACHE_H

#include "CacheFolder.h"
#include "CallerUnit.h"
#include "ProjectCalls.h"

namespace racemap {

/// What came of analysing a unit.
struct UnitResult {
  std::string Text; ///< clang's words, with colours
  llvm::json::Value Results = nullptr;
  bool IsShownAlike = true; ///< with these options; otherwise the text is not
                            ///< the one that they ask for
  /// Nothing if the unit was told who calls it, or could not say.
  std::optional<UnitCalls> Calls = std::nullopt;

  bool wantsCallers() const { return Calls && !Calls->Wants.empty(); }
};

class UnitCache {
public:
  /// In this folder; nothing is kept if the name is empty. Changes: what diff=
  /// stands for.
  UnitCache(std::string Folder, const Toolchain &T, const Request &R,
            llvm::StringRef Changes);

  /// The key of a unit whose source, everything included, is this.
  std::string keyOf(const CudaUnit &U, llvm::StringRef Source) const;
  std::string keyOf(const CallerUnit &U, llvm::StringRef Source) const;
  /// The key of a unit that is told of these calls.
  static std::string keyOf(llvm::StringRef KeyAlone,
                           const llvm::json::Value &Calls);

  /// What a unit has come to at last, or by itself before.
  enum class Stage { Last, Alone };
  std::optional<UnitResult> find(const CudaUnit &U, llvm::StringRef Key,
                                 Stage S) const;
  /// The error names the file that cannot be written.
  llvm::Error store(const CudaUnit &U, llvm::StringRef Key,
                    const UnitResult &Result, Stage S) const;
  std::optional<UnitCalls> find(const CallerUnit &U, llvm::StringRef Key) const;
  llvm::Error store(const CallerUnit &U, llvm::StringRef Key,
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
