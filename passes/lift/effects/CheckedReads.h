// CheckedReads - reads whose value a compare-and-swap checks.
//
// In:  a load.
// Out: the cmpxchg of the same place that alone gets to know what was read, as
//      what it expects, or to make of it what it writes:
//
//        old = *p;
//        do {
//          seen = old;
//          old = atomicCAS(p, seen, f(seen));
//        } while (old != seen);
//
// If another thread has written meanwhile, or half of it, the swap fails, and
// nothing rests on what was read. CUDA's guide makes of this loop what the
// hardware has no atomic for, so such a read counts as atomic. It does not if
// the value also decides anything, is stored, or is an address.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_EFFECTS_CHECKEDREADS_H
#define RACEMAP_PASSES_LIFT_EFFECTS_CHECKEDREADS_H

#include "llvm/IR/Instructions.h"

namespace racemap::lift {

/// Null if there is none.
const llvm::AtomicCmpXchgInst *checkedBy(const llvm::LoadInst &L);

} // namespace racemap::lift

#endif
