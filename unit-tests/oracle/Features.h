// Features - what can be told of a protocol without running it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_ORACLE_FEATURES_H
#define RACEMAP_UNITTESTS_ORACLE_FEATURES_H

#include "passes/map/Protocol.h"

namespace racemap::oracle {

/// Is there a loop in a loop, with two or more barriers in the outermost, one
/// of them in an inner one?
bool hasBarriersInNestedLoops(const map::Protocol &P);
/// Is there a barrier in a conditional, or one behind or around which a
/// thread can leave a loop or the kernel?
bool hasLooseBarriers(const map::Protocol &P);

} // namespace racemap::oracle

#endif
