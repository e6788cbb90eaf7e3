// LibraryCalls - which function of CUDA's C++ libraries was called.
//
// What cannot be modelled is often deep within cooperative groups or libcu++,
// in functions that nobody has heard of. Whoever reads the reason has written
// the outermost call into them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_MODULE_LIBRARYCALLS_H
#define RACEMAP_PASSES_LIFT_MODULE_LIBRARYCALLS_H

#include "llvm/IR/Instruction.h"
#include <string>

namespace racemap::lift {

/// "cuda::pipeline::producer_acquire" for what was inlined from it, through
/// whatever else; without arguments of templates and versions. Empty if I is of
/// no function of these libraries.
std::string libraryCallOf(const llvm::Instruction &I);

} // namespace racemap::lift

#endif
