// Emit - the CUDA text of kernels.
//
// Each kernel k<N> comes with a host function that launches it, so that the
// analysis knows the dimensions and what the parameters can be. Every statement
// has a line of its own, by which findings are matched. The text needs no CUDA
// toolkit: clang's own header has threadIdx and its like.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_SOURCEORACLE_EMIT_H
#define RACEMAP_UNITTESTS_SOURCEORACLE_EMIT_H

#include "Kernel.h"

namespace racemap::source {

/// What stands at the top of a file.
std::string prelude();

/// The text of kernel number N and its launch. Numbers the statements by their
/// lines, the first of the text being 1.
std::string emit(Kernel &K, unsigned N);

} // namespace racemap::source

#endif
