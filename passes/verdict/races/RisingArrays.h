// RisingArrays - arrays that say where the parts of others begin.
//
// In:  the terms of a race that some contents of arrays have.
// Out: the arrays of which they are about neighbouring elements, as row[v] and
//      row[v + 1] of a matrix by rows, or keys[i] <= key < keys[i + 1], and
//      that the elements at such places rise. A race that only others have is
//      one of parts that overlap: nobody means it. In a[i] > a[i + 1], whoever
//      sorts does not come there if they rise; then nothing follows.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_RACES_RISINGARRAYS_H
#define RACEMAP_PASSES_VERDICT_RACES_RISINGARRAYS_H

#include "passes/verdict/query/Decider.h"

namespace racemap::verdict {

class RisingArrays {
public:
  RisingArrays(map::TermContext &Terms, const Conjunction &Race);

  bool empty() const { return Facts.empty(); }
  const Conjunction &facts() const { return Facts; }
  /// "the elements of 'row' do not rise"
  std::string broken() const;

private:
  using Read = const map::Unknown *;
  void relate(Read A, Read B);

  map::TermContext &Terms;
  std::vector<const map::Array *> Arrays;
  Conjunction Facts;
};

} // namespace racemap::verdict

#endif
