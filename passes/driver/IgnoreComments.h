// IgnoreComments - what comments of the source say is to be ignored:
// "racemap: ignore(CHECK): WHY", with which a comment begins, at the end of the
// line of an access or a barrier, or alone on the line above.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_DRIVER_IGNORECOMMENTS_H
#define RACEMAP_PASSES_DRIVER_IGNORECOMMENTS_H

#include "passes/driver/SourceLines.h"
#include "passes/instrument/Instrument.h"
#include "passes/verdict/finding/Finding.h"
#include <optional>

namespace racemap {

class IgnoreComments {
public:
  /// A comment that cannot be read, or has no reason, becomes a problem, with
  /// its place.
  IgnoreComments(SourceLines &Source, std::vector<std::string> &Problems)
      : Source(Source), Problems(Problems) {}

  /// What one says of one check, from the line that it is in to the last one
  /// that it is about.
  struct Comment {
    unsigned Line, LastLine;
    std::string Check, Why;
    bool isAbout(unsigned At, llvm::StringRef Which) const {
      return Line <= At && At <= LastLine && Check == Which;
    }
  };
  /// Those of a file.
  const std::vector<Comment> &in(llvm::StringRef File);

  /// Why the finding is to be ignored, if a comment at one of its places says
  /// so.
  std::optional<std::string> ignores(const verdict::Finding &F);

private:
  void read(llvm::StringRef File, unsigned Line, std::vector<Comment> &To);
  void read(const map::SourcePoint &At, llvm::StringRef Said, unsigned LastLine,
            std::vector<Comment> &To);
  void problem(const map::SourcePoint &At, const llvm::Twine &Text);

  SourceLines &Source;
  llvm::StringMap<std::vector<Comment>> Files; ///< each is read once
  std::vector<std::string> &Problems;
};

/// The lines that comments of the user's own files are about, of those that M's
/// instructions come from.
std::vector<instrument::IgnoredLine>
ignoredLines(const llvm::Module &M, std::vector<std::string> &Problems);

} // namespace racemap

#endif
