// Group - findings that a person sees as one.
//
// Findings with one cause are one warning: races of one kernel that the same
// condition would exclude; races on one array between the same lines (`s[i] +=
// s[i + k]` has several pairs of accesses, and each can race within a block and
// between blocks), or of one written line with several others within the same
// group of threads (a tile is filled, and read at ten lines behind the place
// where the barrier is missing), or of any line with others between blocks,
// which no barrier orders, and on from these lines to others (a scan in
// one warp without any barrier), or of any arrays that one barrier is shown to
// mend. Where barriers are missing at two places, there are two warnings.
// Accesses of one kernel that leave their arrays in one
// example are one. Files get every finding, by itself.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_REPORT_GROUP_H
#define RACEMAP_PASSES_REPORT_GROUP_H

#include "passes/verdict/finding/Finding.h"

namespace racemap::report {

struct Group {
  const verdict::ContextResult *Context; ///< of the first
  std::vector<const verdict::Finding *> Findings;
  /// Other kernels of the same source line, instances of one template, that
  /// have the first finding, too.
  unsigned OtherInstances = 0;

  const verdict::Finding &first() const { return *Findings.front(); }
  size_t more() const { return Findings.size() - 1; }
  /// Their arrays, each once, in order.
  std::vector<std::string> arrays() const;
  /// "12, 15 and common.h:20": where they are beside the lines of the first.
  std::string otherLines() const;
};

/// One finding of a context, alone.
struct Shown {
  const verdict::ContextResult *Context;
  const verdict::Finding *TheFinding;
};

/// Findings of one kernel in groups, in the order of each group's first.
std::vector<Group> group(const std::vector<Shown> &All);

} // namespace racemap::report

#endif
