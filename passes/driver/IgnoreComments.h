// IgnoreComments - what comments of the source say is to be ignored:
// "racemap: ignore(CHECK): WHY", at the end of the line of an access or a
// barrier, or alone on the line above.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_DRIVER_IGNORECOMMENTS_H
#define RACEMAP_PASSES_DRIVER_IGNORECOMMENTS_H

#include "passes/driver/SourceLines.h"
#include "passes/instrument/Instrument.h"
#include "passes/verdict/finding/Finding.h"
#include <map>
#include <optional>

namespace racemap {

class IgnoreComments {
public:
  /// A comment that cannot be read, or has no reason, becomes a problem, with
  /// its place.
  IgnoreComments(SourceLines &Source, std::vector<std::string> &Problems)
      : Source(Source), Problems(Problems) {}

  /// Why, by line and check.
  using Lines = std::map<std::pair<unsigned, std::string>, std::string>;
  /// What the comments of a file say.
  const Lines &linesOf(llvm::StringRef File);

  /// Why the finding is to be ignored, if a comment at one of its places says
  /// so.
  std::optional<std::string> ignores(const verdict::Finding &F);

private:
  void read(llvm::StringRef File, unsigned Line, Lines &To);
  void problem(llvm::StringRef File, unsigned Line, const llvm::Twine &Text);

  SourceLines &Source;
  llvm::StringMap<Lines> Files; ///< each is read once
  std::vector<std::string> &Problems;
};

/// The same of the user's own files that M's instructions come from.
std::vector<instrument::IgnoredLine>
ignoredLines(const llvm::Module &M, std::vector<std::string> &Problems);

} // namespace racemap

#endif
