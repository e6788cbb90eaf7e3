// KernelFunctions - what functions of CUDA's APIs do with kernels, by name.
//
// In:  the name of a function of the runtime or the driver API, without what
//      says which stream is the default one ("_ptsz").
// Out: whether it launches a kernel, asks what one needs, puts one into a
// graph,
//      changes one there, or looks for one.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_KERNELFUNCTIONS_H
#define RACEMAP_PLUGIN_KERNELFUNCTIONS_H

#include "llvm/ADT/StringRef.h"

namespace racemap {

bool isLaunchName(llvm::StringRef Name);
/// Does it ask what a kernel needs, or set it?
bool isAboutKernels(llvm::StringRef Name);
/// Does it put a launch into a graph?
bool addsKernelNode(llvm::StringRef Name);
/// Does it change one there, of any kernel?
bool changesKernelNode(llvm::StringRef Name);
/// Does it find a kernel by its name?
bool looksUpKernels(llvm::StringRef Name);

} // namespace racemap

#endif
