// ShownOutput - a pipe: what programs write to it is shown on standard error as
// it comes, and harmless to a terminal (ClangOutput).
//
// Lines are shown when they have ended. The line of progress, which is written
// over and over and has no end, is shown at once: it begins with "[" where a
// line was cleared. Only there, and where a line begins, may one be cleared.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_SHOWNOUTPUT_H
#define RACEMAP_TOOLS_RACEMAP_SHOWNOUTPUT_H

#include <string>
#include <thread>

namespace racemap {

class ShownOutput {
public:
  explicit ShownOutput(bool HasColors);
  /// Shows what is left. Programs that write to it have ended.
  ~ShownOutput();
  ShownOutput(const ShownOutput &) = delete;
  ShownOutput &operator=(const ShownOutput &) = delete;

  /// Negative if there can be no pipe.
  int file() const { return WriteEnd; }

private:
  void read();
  bool showNext();

  bool HasColors;
  int ReadEnd = -1, WriteEnd = -1;
  std::string Pending; ///< not shown yet
  bool WasCleared = false;
  bool IsProgress = false; ///< what is shown is the line of progress
  std::thread Reader;
};

} // namespace racemap

#endif
