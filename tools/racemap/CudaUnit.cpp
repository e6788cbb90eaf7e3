// CudaUnit - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CudaUnit.h"

namespace racemap {

using llvm::StringRef;

std::string archOf(const Options &O, llvm::ArrayRef<std::string> Flags) {
  if (!O.Arch.empty())
    return O.Arch;
  for (StringRef F : Flags)
    if (F.consume_front("--cuda-gpu-arch=") ||
        F.consume_front("--offload-arch="))
      return F.split(',').first.str();
  return DefaultArch;
}

std::vector<std::string> CudaUnit::arguments(const Toolchain &T,
                                             const Request &R,
                                             StringRef Json) const {
  std::vector<std::string> Args{"-x", "cuda", "--cuda-device-only",
                                "-fsyntax-only", "-fplugin=" + T.Plugin};
  auto Pass = [&](const llvm::Twine &Option) {
    Args.push_back(("-fplugin-arg-racemap-" + Option).str());
  };
  for (StringRef Option : R.OptionTexts)
    if (!Option.starts_with("json="))
      Pass(Option);
  if (!Json.empty())
    Pass("json=" + Json);
  Pass("arch=" + Arch);
  for (std::string &Flag : T.cudaFlags(Flags, Arch))
    Args.push_back(std::move(Flag));
  for (std::string &Flag : T.overlayFlags())
    Args.push_back(std::move(Flag));
  Args.insert(Args.end(), Flags.begin(), Flags.end());
  Args.push_back(File);
  return Args;
}

/// A build that is checked as it goes loads the plugin itself.
static bool isForPlugin(StringRef Flag) {
  return Flag.starts_with("-fplugin-arg-racemap-") ||
         (Flag.starts_with("-fplugin=") && Flag.contains("ClangRaceMap-"));
}

std::vector<CudaUnit> unitsOf(const CommandLine &C, const Options &O,
                              bool IsNvccs) {
  using Goal = CommandLine::Goal;
  CudaUnit Any;
  if (C.Wanted == Goal::Other)
    return {};
  Any.Arch = !O.Arch.empty()           ? O.Arch
             : C.Architectures.empty() ? DefaultArch
                                       : C.Architectures.front();
  for (const std::string &Flag : C.CompileFlags)
    if (!isForPlugin(Flag))
      Any.Flags.push_back(Flag);
  if (C.IsRelocatable)
    Any.Flags.push_back("-fgpu-rdc");
  Any.Flags.push_back("-Wno-unused-command-line-argument");
  if (IsNvccs)
    Any.Flags.insert(Any.Flags.end(), {"-Wno-everything", "-Wbackend-plugin"});
  std::vector<CudaUnit> Units;
  for (const CommandLine::Input &In : C.Inputs)
    if (In.isCuda()) {
      Any.File = In.File;
      Units.push_back(Any);
    }
  return Units;
}

} // namespace racemap
