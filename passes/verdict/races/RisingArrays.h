// RisingArrays - arrays that say where the parts of others begin.
//
// In:  the terms of a race that some contents of arrays have, and its places.
// Out: the arrays of which they are about neighbouring elements, as row[v] and
//      row[v + 1] of a matrix by rows, or keys[i] <= key < keys[i + 1], and
//      that the elements at such places rise, from 0. A race that only others
//      have is one of parts that overlap: nobody means it.
//
// What one thread has for its second element is the first of the next thread:
// the index steps by one element. It does not in pairs (edges[2 * i]), in
// fields of structs, and from row to row of an image. Bits of floats are in
// another order, and no beginning fits in a byte. Where the arrays say who
// comes, but not which part is whose (if (a[i] < t && t <= a[i + 1]) *at = i),
// that one thread does is meant if it stores something else than elements of
// the array; who counts there means several, and who links labels has no order
// of them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_RACES_RISINGARRAYS_H
#define RACEMAP_PASSES_VERDICT_RACES_RISINGARRAYS_H

#include "passes/verdict/query/Decider.h"
#include "llvm/ADT/SetVector.h"

namespace racemap::verdict {

class RisingArrays {
public:
  RisingArrays(map::TermContext &Terms, const Conjunction &Race);

  bool empty() const { return Facts.empty(); }
  const Conjunction &facts() const { return Facts; }
  /// Is T a place within a part that they say the beginning of: are they, and
  /// an index, in it, or do they limit the loops in it?
  bool place(const map::Term *T, const Conjunction &Race) const;
  /// Are they in T?
  bool areIn(const map::Term *T) const;
  /// "the elements of 'row' do not rise"
  std::string broken() const;

private:
  using Read = const map::Unknown *;
  void relate(Read A, Read B);

  map::TermContext &Terms;
  std::vector<const map::Array *> Arrays;
  llvm::SetVector<Read> Neighbours;
  Conjunction Facts;
};

} // namespace racemap::verdict

#endif
