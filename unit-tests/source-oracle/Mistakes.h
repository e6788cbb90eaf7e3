// Mistakes - kernels with one mistake more.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_SOURCEORACLE_MISTAKES_H
#define RACEMAP_UNITTESTS_SOURCEORACLE_MISTAKES_H

#include "Kernel.h"

namespace racemap::source {

/// All kernels in which one barrier is deleted, one index is shifted by one
/// either way, or one stride (a factor of an index, a loop's step) is changed.
std::vector<Kernel> withOneMistake(const Kernel &K);

} // namespace racemap::source

#endif
