// BarrierObjects - mbarrier instructions of inline PTX.
//
// A barrier object is what its users make of it: arriving is an atomic access
// that releases, a test that may succeed is one that acquires. Initialising and
// invalidating write it. cp.async.mbarrier.arrive is what arrives when the
// copies of the thread are done: they are taken as done there, which is right
// for all who wait for the barrier.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INSTRUMENT_BARRIEROBJECTS_H
#define RACEMAP_PASSES_INSTRUMENT_BARRIEROBJECTS_H

#include "passes/instrument/Event.h"
#include "passes/ptx/DataFlow.h"

namespace racemap::instrument {

/// The events of an mbarrier instruction, whose operands are as State says;
/// none for any other instruction and for what waits for bytes.
Events eventsOfBarrierObject(const ptx::Instruction &I,
                             const ptx::DataFlow &State);

} // namespace racemap::instrument

#endif
