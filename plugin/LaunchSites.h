// LaunchSites - how the translation unit launches its kernels.
//
// In:  the AST of the device compilation, which holds the host code too.
// Out: for each kernel, one launch context per different configuration that a
//      <<<…>>> or a cudaLaunchKernel in sight gives it. A dimension is known if
//      it is the same constant in every run (HostConstants); a launch of which
//      nothing is known makes the kernel's contexts include a symbolic one, and
//      so does a launch through a pointer, for all kernels whose address is
//      taken. A kernel that nobody launches has no entry.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_LAUNCHSITES_H
#define RACEMAP_PLUGIN_LAUNCHSITES_H

#include "passes/driver/Driver.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/DenseMap.h"

namespace racemap {

/// By the kernel's canonical declaration.
using KernelLaunches = llvm::DenseMap<const clang::FunctionDecl *,
                                      std::vector<map::LaunchContext>>;

KernelLaunches findLaunches(clang::ASTContext &AST);

} // namespace racemap

#endif
