// Version - of the solver.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_SOLVE_VERSION_H
#define RACEMAP_PASSES_SOLVE_VERSION_H

#include <string>

namespace racemap::solve {

/// "4.8.12"
std::string solverVersion();

} // namespace racemap::solve

#endif
