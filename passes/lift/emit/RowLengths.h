// RowLengths - what indices are taken apart with.
//
// In:  a complete tree.
// Out: the assumption of each parameter that it is at least 1 if it, or a
//      product of it, is what a thread's index in an access is divided by: w in
//      y = i / w, x = i % w. C++ excludes that it is 0, and rows of less than
//      no elements are nothing that anyone passes. Not where the kernel itself
//      compares it with a number: that may be for 0.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_EMIT_ROWLENGTHS_H
#define RACEMAP_PASSES_LIFT_EMIT_ROWLENGTHS_H

#include "passes/map/Protocol.h"

namespace racemap::lift {

void assumeRowsHaveLengths(map::Protocol &P);

} // namespace racemap::lift

#endif
