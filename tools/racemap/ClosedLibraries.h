// ClosedLibraries - libraries of the CUDA toolkit on a link line.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_CLOSEDLIBRARIES_H
#define RACEMAP_TOOLS_RACEMAP_CLOSEDLIBRARIES_H

#include "llvm/Support/Error.h"

namespace racemap {

/// "-lcudart" and kin: what the CPU device's runtime stands for. Many programs
/// ask for -lcuda without a call of it; the linker names what is called.
bool isCudaRuntime(llvm::StringRef LinkArgument);

/// "-lcublas" and kin: they launch kernels of their own, which nobody else has
/// the code of.
bool isClosedLibrary(llvm::StringRef LinkArgument);

/// That a build for the CPU device names one.
llvm::Error closedLibrary(llvm::StringRef LinkArgument);

} // namespace racemap

#endif
