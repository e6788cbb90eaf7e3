// Contents - what the host has put into an array, and its elements.
//
// In:  what holds for each index (LaunchContext::Content), and reads.
// Out: what it says of the element that is read.
//
// The place of an element is a sum: a number for the index, and a constant. Of
// a read at another sum it is known which index that is if all of its strides
// are multiples of this number.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_CONTENTS_H
#define RACEMAP_PASSES_MAP_CONTENTS_H

#include "passes/map/Protocol.h"

namespace racemap::map {

/// The element that Holds is about, the only read there; null if there is none,
/// or several.
const Unknown *elementOf(const LaunchContext::Content &C);

/// The index, 64 bits, of the element that is read; null if it is none of
/// these, or not known to be.
const Term *indexOf(const LaunchContext::Content &C, const Unknown *Read,
                    TermContext &Terms);

/// What Holds for Index, where Element is the element.
const Term *holdsFor(const LaunchContext::Content &C, const Term *Index,
                     const Term *Element, TermContext &Terms);

/// "in[i] == 2 * i for each i < n"
std::string toText(const LaunchContext::Content &C);

} // namespace racemap::map

#endif
