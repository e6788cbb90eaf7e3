// Group - findings that a person sees as one.
//
// Races of one kernel that the same condition would exclude are one warning;
// so are races on one array between the same lines (`s[i] += s[i + k]` has
// several pairs of accesses, and each can race within a block and between
// blocks). Files get every finding, by itself.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_REPORT_GROUP_H
#define RACEMAP_PASSES_REPORT_GROUP_H

#include "passes/verdict/finding/Finding.h"

namespace racemap::report {

struct Group {
  const verdict::ContextResult *Context; ///< of the first
  std::vector<const verdict::Finding *> Findings;

  const verdict::Finding &first() const { return *Findings.front(); }
  size_t more() const { return Findings.size() - 1; }
  /// Their arrays, each once, in order.
  std::vector<std::string> arrays() const;
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
