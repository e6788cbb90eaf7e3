// ClusterDims - how many blocks a cluster has, as a kernel says.
//
// clang leaves __cluster_dims__ out of its code for devices. So the overlay
// (tools/racemap/overlay) makes it an annotation with up to three arguments,
// which is read from the declaration.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_CLUSTERDIMS_H
#define RACEMAP_PLUGIN_CLUSTERDIMS_H

#include "passes/map/Protocol.h"
#include "clang/AST/ASTContext.h"

namespace racemap {

/// Nothing is known if the kernel says nothing, or is null.
map::LaunchContext::Sizes clusterDims(const clang::FunctionDecl *Kernel,
                                      const clang::ASTContext &AST);

} // namespace racemap

#endif
