// Steps - the count.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Steps.h"

namespace racemap::map {

constinit thread_local uint64_t Steps::Taken = 0;

} // namespace racemap::map
