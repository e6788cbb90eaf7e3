// Filter - which findings are shown.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_REPORT_FILTER_H
#define RACEMAP_PASSES_REPORT_FILTER_H

#include "passes/verdict/finding/Finding.h"

namespace racemap::report {

struct Filter {
  verdict::Certainty Level = verdict::Certainty::Input;
  bool HideBenign = false;

  /// Is it at the level, whether or not Finding::Hidden says why it is not
  /// shown?
  bool lets(const verdict::Finding &F) const;
};

/// The filter of each kernel of some results: one for all, or the one that each
/// was checked with.
class Filters {
public:
  Filters(const Filter &All) : All(All) {}
  explicit Filters(std::vector<Filter> Each) : Each(std::move(Each)) {}

  /// Of the kernel with this index.
  const Filter &operator[](size_t Kernel) const {
    return Each.empty() ? All : Each[Kernel];
  }
  /// The same, but at this level where theirs is more certain.
  Filters atLeast(verdict::Certainty Level) const;

private:
  Filter All;
  std::vector<Filter> Each;
};

} // namespace racemap::report

#endif
