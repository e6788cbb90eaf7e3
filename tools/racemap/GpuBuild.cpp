// GpuBuild - see the header.
//
// Reports have their places from debug information, which clang is told to make
// behind its driver's back: that would ask ptxas for code that is not
// optimised.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GpuBuild.h"

namespace racemap {

using Flags = std::vector<std::string>;

std::vector<std::string> pluginFlags(const Toolchain &T, const Request &R) {
  Flags All{"-fplugin=" + T.Plugin};
  for (const std::string &Option : R.OptionTexts)
    All.push_back("-fplugin-arg-racemap-" + Option);
  if (R.O.Sanitize != Options::Sanitizer::Gpu)
    return All;
  All.push_back("-fplugin-arg-racemap-sanitize=gpu");
  for (const std::string &List : R.O.IgnoreLists)
    All.push_back("-fplugin-arg-racemap-ignorelist=" + List);
  All.insert(All.end(), {"-Xclang", "-debug-info-kind=constructor", "-Xclang",
                         "-fdebug-compilation-dir=/"});
  return All;
}

llvm::Expected<int> compileForGpu(const Toolchain &T, const Request &R,
                                  const CommandLine &C,
                                  const CommandLine::Input &In,
                                  llvm::StringRef To) {
  Flags Args = pluginFlags(T, R);
  auto Add = [&](const Flags &More) {
    Args.insert(Args.end(), More.begin(), More.end());
  };
  Flags Named;
  for (const std::string &Arch : C.Architectures)
    Named.push_back("--cuda-gpu-arch=" + Arch);
  Add(Named);
  Add(T.cudaFlags(Named, DefaultArch));
  Add(T.overlayFlags());
  Add({"-DRACEMAP_GPU_DEVICE"});
  Add(C.CompileFlags);
  Add(C.DependencyFlags);
  // nvcc's linker knows how clang's older driver registers device code.
  Add({"-Wno-unused-command-line-argument", "--no-offload-new-driver"});
  if (C.IsRelocatable)
    Add({"-fgpu-rdc", "-D__CUDACC_RDC__"});
  Add({"-x", "cuda", "-c", In.File, "-o", To.str()});
  return T.run(Args);
}

} // namespace racemap
