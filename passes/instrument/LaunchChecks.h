// LaunchChecks - a unit's launches ask themselves whether a proof covers them
// (check-launch=on).
//
// In:  a module of the host, and what is proved of the kernels that it
//      launches (passes/driver/ProvedLaunches writes it), a document for each
//      architecture.
// Out: the same, in which each launch of such a kernel evaluates the
//      conditions of its proofs with its dimensions and arguments. One that
//      keeps to none of them calls __racemap_launch_not_proved
//      (include/racemap/runtime.h), if the program has it, or writes one line
//      to standard error, once for each place that launches.
//
// Launches are calls of CUDA's runtime (cudaLaunchKernel and kin), in the stubs
// that clang makes of kernels or elsewhere. Where the source launches, its
// place is left in a variable of the thread, which the check takes. Nothing has
// to be linked. A condition is some instructions, with the meaning of a MAP's
// terms (runtime/host/LaunchCheck.h).
//
// Not asked: whether different pointers into one allocation lead to memory that
// overlaps (equal ones do), and whether a pointer leads to a variable of the
// device: the host would have to ask the driver.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INSTRUMENT_LAUNCHCHECKS_H
#define RACEMAP_PASSES_INSTRUMENT_LAUNCHCHECKS_H

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace racemap::instrument {

/// The error says that a document is not as it should be; the module is as it
/// was then.
llvm::Error checkLaunches(llvm::Module &M,
                          llvm::ArrayRef<std::string> Documents);

} // namespace racemap::instrument

#endif
