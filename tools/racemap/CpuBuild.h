// CpuBuild - `racemap cc --device=cpu`: a program that needs no GPU.
//
// Every CUDA unit is compiled twice, as clang does: its device part to bitcode
// (raw, with full debug information; the runtime optimises for the host), its
// host part with the bitcode in the place of the GPU's binary, so that clang's
// own constructor registers it. The program is linked with the CPU device's
// runtime in the place of CUDA's.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_CPUBUILD_H
#define RACEMAP_TOOLS_RACEMAP_CPUBUILD_H

#include "CommandLine.h"
#include "Request.h"
#include "Toolchain.h"

namespace racemap {

/// The CPU device, which programs are linked with.
inline constexpr const char *CpuRuntime = "libracemap-cpu.so";

class CpuBuild {
public:
  CpuBuild(const Toolchain &T, const Request &R, CommandLine C)
      : T(T), R(R), C(std::move(C)) {}

  /// Does what the command line asks for. The first exit status of clang that
  /// is not 0, or an error if it cannot be run.
  llvm::Expected<int> run() const;
  /// Compiles one input alone to an object, or what else is asked for.
  llvm::Expected<int> compile(const CommandLine::Input &In,
                              llvm::StringRef To) const;

private:
  using Flags = std::vector<std::string>;

  llvm::Expected<int> compileAll() const;
  llvm::Expected<int> link() const;
  llvm::Expected<int> compileDevice(const CommandLine::Input &In,
                                    llvm::StringRef To) const;
  llvm::Expected<int> compileHost(const CommandLine::Input &In,
                                  llvm::StringRef Image,
                                  llvm::StringRef To) const;
  llvm::Expected<int> compileOther(const CommandLine::Input &In,
                                   llvm::StringRef To) const;

  bool isSanitized() const { return R.O.Sanitize != Options::Sanitizer::Off; }
  std::string arch() const;
  std::string outputFor(const CommandLine::Input &In) const;
  std::string unitId(const CommandLine::Input &In) const;
  Flags gpuSanitizerFlags() const;
  Flags cudaFlags(const CommandLine::Input &In) const;
  llvm::Expected<Flags> linkFlags(llvm::ArrayRef<std::string> Objects) const;

  const Toolchain &T;
  const Request &R;
  CommandLine C;
};

} // namespace racemap

#endif
