// IgnoreComments - what comments of the source say is to be ignored:
// "racemap: ignore(CHECK): WHY", at the end of the line of an access or a
// barrier, or alone on the line above.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_DRIVER_IGNORECOMMENTS_H
#define RACEMAP_PASSES_DRIVER_IGNORECOMMENTS_H

#include "passes/driver/SourceLines.h"
#include "passes/verdict/finding/Finding.h"
#include <optional>
#include <set>

namespace racemap {

class IgnoreComments {
public:
  /// A comment that cannot be read, or has no reason, becomes a problem, with
  /// its place.
  IgnoreComments(SourceLines &Source, std::vector<std::string> &Problems)
      : Source(Source), Problems(Problems) {}

  /// Why the finding is to be ignored, if a comment at one of its places says
  /// so.
  std::optional<std::string> ignores(const verdict::Finding &F);

private:
  std::optional<std::string> reasonAt(llvm::StringRef File, unsigned Line,
                                      llvm::StringRef Check);
  void problem(llvm::StringRef File, unsigned Line, const llvm::Twine &Text);

  SourceLines &Source;
  std::vector<std::string> &Problems;
  std::set<std::string> Told; ///< problems, each once
};

} // namespace racemap

#endif
