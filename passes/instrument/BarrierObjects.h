// BarrierObjects - mbarrier instructions of inline PTX.
//
// A barrier object is what its users make of it: arriving is an atomic access
// that releases, a test that may succeed is one that acquires. Initialising and
// invalidating write it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INSTRUMENT_BARRIEROBJECTS_H
#define RACEMAP_PASSES_INSTRUMENT_BARRIEROBJECTS_H

#include "passes/instrument/Event.h"
#include "passes/ptx/DataFlow.h"

namespace racemap::instrument {

/// The event of an mbarrier instruction, whose operands are as State says;
/// nothing for any other instruction and for what waits for bytes.
std::optional<Event> eventOfBarrierObject(const ptx::Instruction &I,
                                          const ptx::DataFlow &State);

} // namespace racemap::instrument

#endif
