// GpuBuild - a sanitizer build for GPUs: clang's own, with the plugin told to
// instrument (plugin/GpuSanitizer.h) and the host runtime linked.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_GPUBUILD_H
#define RACEMAP_TOOLS_RACEMAP_GPUBUILD_H

#include "CommandLine.h"
#include "Request.h"
#include "Toolchain.h"

namespace racemap {

/// What a program is linked with, in front of the CUDA runtime.
inline constexpr const char *GpuRuntime = "libracemap-gpu.a";

/// For the compilation of any unit: the plugin with its options, and the
/// sanitizer if the request asks for it.
std::vector<std::string> pluginFlags(const Toolchain &T, const Request &R);

/// Compiles one CUDA file to an object that nvcc can link. The exit status of
/// clang.
llvm::Expected<int> compileForGpu(const Toolchain &T, const Request &R,
                                  const CommandLine &C,
                                  const CommandLine::Input &In,
                                  llvm::StringRef To);

} // namespace racemap

#endif
