// ArrayContents - what a launch says of elements that the kernel reads.
//
// In:  what the host has put into arrays, and terms with reads of them.
// Out: what holds for these elements; and, for a run, what an element may be.
//
// What holds for each index is instantiated for the indices that are read, as
// far as they can be told from the places (map/Contents.h). That the index is
// one of those that are meant is a premise.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_LAUNCH_ARRAYCONTENTS_H
#define RACEMAP_PASSES_VERDICT_LAUNCH_ARRAYCONTENTS_H

#include "passes/intervals/Environment.h"
#include "passes/map/Protocol.h"
#include "passes/solve/Model.h"
#include <set>
#include <string>

namespace racemap::verdict {

class ArrayContents {
public:
  ArrayContents() = default;
  /// In: what the launch binds.
  ArrayContents(const map::LaunchContext &C, const intervals::Environment &In);

  bool isEmpty() const { return All.empty(); }
  /// Of each element that the terms read.
  std::vector<const map::Term *>
  facts(llvm::ArrayRef<const map::Term *> Of) const;
  /// That the launch says something of this element.
  const map::Term *isSaid(const map::Unknown *Read) const;
  /// A number that the element at this offset may be under M; nothing if the
  /// launch says nothing of it, or none was found.
  std::optional<uint64_t> valueAt(const map::Array *A, unsigned Width,
                                  uint64_t Offset, const solve::Model &M) const;
  /// What was asked for so far.
  const std::set<std::string> &assumptions() const { return Assumed; }

private:
  const map::Term *isMeant(const map::LaunchContext::Content &X,
                           const map::Term *Index) const;

  map::TermContext *Terms = nullptr;
  std::vector<map::LaunchContext::Content> All;
  std::vector<std::string> Texts; ///< of each
  mutable std::set<std::string> Assumed;
};

} // namespace racemap::verdict

#endif
