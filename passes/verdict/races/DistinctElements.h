// DistinctElements - arrays that say where each thread stores.
//
// In:  two stores through elements of arrays that the program itself fills, as
//      out[index[i]] = x.
// Out: the arrays, and that no two of their elements are equal. A race that
//      only others have is one of elements that get two values. Nobody means
//      it: they are a permutation, results of a prefix sum, a list of places.
//
// Who adds to what is there, as out[index[i]] += x, means that several come:
// what is read there races with what the others store.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_RACES_DISTINCTELEMENTS_H
#define RACEMAP_PASSES_VERDICT_RACES_DISTINCTELEMENTS_H

#include "passes/verdict/query/TwoThreads.h"
#include "passes/verdict/races/FreeReads.h"

namespace racemap::verdict {

class DistinctElements {
public:
  /// First and Second: of a thread each.
  DistinctElements(map::TermContext &Terms, const Reads &First,
                   const Reads &Second, const map::LaunchContext &In,
                   const TwoThreads &Both);

  bool empty() const { return Facts.empty(); }
  const std::vector<const map::Term *> &facts() const { return Facts; }
  /// "two elements of 'index' are equal"
  std::string broken() const;

private:
  std::vector<const map::Array *> Arrays;
  std::vector<const map::Term *> Facts;
};

} // namespace racemap::verdict

#endif
