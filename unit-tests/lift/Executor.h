// Executor - runs a protocol for one thread.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_LIFT_EXECUTOR_H
#define RACEMAP_UNITTESTS_LIFT_EXECUTOR_H

#include "passes/map/Protocol.h"
#include "unit-tests/lift/Program.h"

namespace racemap::lift::test {

/// At most Budget statements.
Run execute(const map::Protocol &P, uint32_t Tid, uint32_t N, unsigned Budget);

} // namespace racemap::lift::test

#endif
