// A library: what its functions do, who calls them does.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace library {
__device__ inline void store(int *to, int value) { *to = value; }
__device__ inline void put(int *to, int value) { store(to, value); }
} // namespace library
