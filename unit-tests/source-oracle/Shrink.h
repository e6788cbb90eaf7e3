// Shrink - smaller kernels, one step away.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_SOURCEORACLE_SHRINK_H
#define RACEMAP_UNITTESTS_SOURCEORACLE_SHRINK_H

#include "Kernel.h"

namespace racemap::source {

/// All kernels that have one statement, one operation, one thread or one value
/// of a parameter less, the boldest first.
std::vector<Kernel> smallerThan(const Kernel &K);

} // namespace racemap::source

#endif
