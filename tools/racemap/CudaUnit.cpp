// CudaUnit - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CudaUnit.h"
#include "llvm/ADT/StringExtras.h"

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

std::string CudaUnit::identity() const {
  return Directory + "\n" + File + "\n" + Arch + "\n" + llvm::join(Flags, "\n");
}

std::vector<std::string> CudaUnit::flags(const Toolchain &T) const {
  std::vector<std::string> All{"-x", "cuda", "--cuda-device-only"};
  for (std::string &Flag : T.cudaFlags(Flags, Arch))
    All.push_back(std::move(Flag));
  for (std::string &Flag : T.overlayFlags())
    All.push_back(std::move(Flag));
  All.insert(All.end(), Flags.begin(), Flags.end());
  return All;
}

static bool isOutput(StringRef Option) {
  return Option.starts_with("json=") || Option.starts_with("sarif=");
}

std::vector<std::string>
CudaUnit::arguments(const Toolchain &T, const Request &R,
                    llvm::ArrayRef<std::string> Outputs) const {
  std::vector<std::string> Args{"-fplugin=" + T.Plugin};
  auto Pass = [&](const llvm::Twine &Option) {
    Args.push_back(("-fplugin-arg-racemap-" + Option).str());
  };
  for (StringRef Option : R.OptionTexts)
    if (!isOutput(Option))
      Pass(Option);
  for (const std::string &Output : Outputs)
    Pass(Output);
  Pass("arch=" + Arch);
  for (std::string &Flag : flags(T))
    Args.push_back(std::move(Flag));
  Args.insert(Args.end(), {"-fsyntax-only", File});
  return Args;
}

/// A build that is checked as it goes loads the plugin itself.
static bool isForPlugin(StringRef Flag) {
  return Flag.starts_with("-fplugin-arg-racemap-") ||
         (Flag.starts_with("-fplugin=") && Flag.contains("ClangRaceMap-"));
}

std::vector<std::string> withoutWarnings(llvm::ArrayRef<std::string> Flags) {
  // A warning ends in the name of its check, not of clang's group for plugins.
  std::vector<std::string> Kept{"-Wno-unused-command-line-argument",
                                "-Wno-everything", "-Wbackend-plugin",
                                "-fno-diagnostics-show-option"};
  for (StringRef Flag : Flags)
    if (!Flag.starts_with("-W") || Flag.contains("backend-plugin") ||
        Flag.contains(','))
      Kept.push_back(Flag.str());
  return Kept;
}

std::vector<CudaUnit> unitsOf(const CommandLine &C, const Options &O) {
  CudaUnit Any;
  if (C.Wanted == CommandLine::Goal::Other)
    return {};
  Any.Arch = !O.Arch.empty()           ? O.Arch
             : C.Architectures.empty() ? DefaultArch
                                       : C.Architectures.front();
  for (const std::string &Flag : withoutWarnings(C.CompileFlags))
    if (!isForPlugin(Flag))
      Any.Flags.push_back(Flag);
  if (C.IsRelocatable)
    Any.Flags.push_back("-fgpu-rdc");
  std::vector<CudaUnit> Units;
  for (const CommandLine::Input &In : C.Inputs)
    if (In.isCuda()) {
      Any.File = In.File;
      Units.push_back(Any);
    }
  return Units;
}

} // namespace racemap
