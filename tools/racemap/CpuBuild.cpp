// CpuBuild - see the header.
//
// Relocatable device code: all parts are compiled with -fgpu-rdc, which makes
// the host part call a function of its own name per unit, that nvcc's linker
// would write. An included header defines it (overlay/RegisterUnit.h).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CpuBuild.h"
#include "ClosedLibraries.h"
#include "DeviceImage.h"
#include "GpuBuild.h"
#include "OwnLines.h"
#include "Sanitize.h"
#include "passes/driver/TemporaryFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/GlobalValue.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <deque>

namespace racemap {

using llvm::StringRef;
using Goal = CommandLine::Goal;
using Status = llvm::Expected<int>;

template <class Range>
static void append(std::vector<std::string> &To, const Range &More) {
  To.insert(To.end(), std::begin(More), std::end(More));
}

std::string CpuBuild::arch() const {
  if (!R.O.Arch.empty())
    return R.O.Arch;
  return C.Architectures.empty() ? DefaultArch : C.Architectures.front();
}

/// The same for both parts of a unit and for no other unit of a program.
std::string CpuBuild::unitId(const CommandLine::Input &In) const {
  llvm::SmallString<128> File(In.File);
  llvm::sys::fs::make_absolute(File);
  std::string Key = (File + "\n" + C.Output).str();
  for (const std::string &Flag : C.CompileFlags)
    Key += "\n" + Flag;
  return llvm::utohexstr(llvm::MD5Hash(Key), /*LowerCase=*/true);
}

/// For the GPU's sanitizer on the CPU device.
std::vector<std::string> CpuBuild::gpuSanitizerFlags() const {
  if (R.O.Sanitize != Options::Sanitizer::Gpu)
    return {};
  return {"-fplugin-arg-racemap-sanitize=gpu"};
}

/// What both parts of a CUDA unit are compiled with.
std::vector<std::string>
CpuBuild::cudaFlags(const CommandLine::Input &In) const {
  Flags All = T.cudaFlags({}, arch());
  append(All, Flags{"-fplugin=" + T.Plugin, "-DRACEMAP_CPU_DEVICE"});
  append(All, gpuSanitizerFlags());
  append(All, T.overlayFlags());
  append(All, C.CompileFlags);
  append(All, Flags{"-Wno-unused-command-line-argument", "-x", "cuda"});
  // nvcc's macro, without which the headers' device runtime does nothing.
  if (C.IsRelocatable)
    append(All, Flags{"-fgpu-rdc", "-D__CUDACC_RDC__", "-cuid=" + unitId(In)});
  return All;
}

/// What the analysis has written of the unit; nothing if it has not come that
/// far, of which it has told.
static std::optional<instrument::Proofs> proofsIn(const std::string &File) {
  auto Text = llvm::MemoryBuffer::getFile(File);
  if (!Text || (*Text)->getBufferSize() == 0)
    return std::nullopt;
  auto All = instrument::readProofs((*Text)->getBuffer());
  if (All)
    return std::move(*All);
  say(Severity::Warning, "elide: " + llvm::toString(All.takeError()) +
                             "; all accesses are monitored");
  return std::nullopt;
}

Status CpuBuild::compileDevice(const CommandLine::Input &In,
                               StringRef To) const {
  Flags Args;
  std::optional<TemporaryFile> Proofs;
  if (isSanitized() && R.O.Elide) {
    Proofs.emplace("json");
    if (llvm::Error E = Proofs->error())
      return std::move(E);
    Args.push_back("-fplugin-arg-racemap-proofs=" + Proofs->path());
  }
  for (const std::string &Option : R.OptionTexts)
    Args.push_back("-fplugin-arg-racemap-" + Option);
  append(Args, cudaFlags(In));
  // Without libdevice clang's driver does not say which toolkit it is; any
  // version that launches with cudaLaunchKernel is the same here. noopt:
  // otherwise there is no debug information but lines. The folder: otherwise
  // names of files begin where they differ from it.
  append(Args, Flags{"--cuda-device-only", "-nogpulib", "-Xclang",
                     "-target-sdk-version=12.9", "-O1", "-Xclang",
                     "-disable-llvm-passes", "-g", "--cuda-noopt-device-debug",
                     "-fdebug-compilation-dir=/", "-emit-llvm", In.File});
  bool IsText = C.Wanted == Goal::DeviceCode && C.EmitsAssembly;
  Args.push_back(IsText ? "-S" : "-c");
  auto Compile = [&](const std::string &Out) {
    append(Args, Flags{"-o", Out});
    return T.run(Args);
  };
  if (!isSanitized())
    return Compile(To.str());
  TemporaryFile Plain("bc");
  if (llvm::Error E = Plain.error())
    return std::move(E);
  Status Done = Compile(Plain.path());
  if (!Done || *Done)
    return Done;
  auto IsSystem = [&](StringRef File) { return T.isSystemFile(File, Args); };
  std::optional<instrument::Proofs> Proved;
  if (Proofs)
    Proved = proofsIn(Proofs->path());
  if (llvm::Error E =
          sanitize(Plain.path(), To, IsText, R.O, R.O.isLockstep(arch()),
                   Proved ? &*Proved : nullptr, IsSystem))
    return std::move(E);
  return Done;
}

/// The function that clang makes the host part of a relocatable unit call: it
/// has the identity of a variable of clang's in its name.
static std::string registrationOf(const CommandLine::Input &In) {
  std::string Variable = llvm::GlobalValue::getGlobalIdentifier(
      "__cuda_fatbin_wrapper", llvm::GlobalValue::InternalLinkage, In.File);
  return "__cudaRegisterLinkedBinary__nv_" +
         llvm::utohexstr(llvm::MD5Hash(Variable), /*LowerCase=*/true);
}

Status CpuBuild::compileHost(const CommandLine::Input &In, StringRef Image,
                             StringRef To) const {
  Flags Args = cudaFlags(In);
  append(Args, C.DependencyFlags);
  append(Args, Flags{"--cuda-host-only", "--no-offload-new-driver", "-Xclang",
                     "-fcuda-include-gpubinary", "-Xclang", Image.str()});
  if (C.IsRelocatable) {
    append(Args, Flags{"-include", T.overlayFile("RegisterUnit.h"),
                       "-DRACEMAP_REGISTER_UNIT=" + registrationOf(In)});
  }
  if (isSanitized() && !C.HasDebugInfo)
    Args.push_back("-gline-tables-only");
  if (R.O.CheckLaunch)
    Args.push_back("-fplugin-arg-racemap-check-launch=on");
  append(Args, Flags{C.Wanted == Goal::Assembly ? "-S" : "-c", In.File, "-o",
                     To.str()});
  if (C.EmitsLLVM)
    Args.push_back("-emit-llvm");
  return T.run(Args);
}

/// A unit without device code, which may still call the runtime.
Status CpuBuild::compileOther(const CommandLine::Input &In,
                              StringRef To) const {
  Flags Args{"-Wno-unused-command-line-argument"};
  for (StringRef Flag : C.CompileFlags)
    if (In.Language != "c" || !Flag.contains("std=") || !Flag.contains("++"))
      Args.push_back(Flag.str());
  append(Args, C.DependencyFlags);
  append(Args, T.headerFlags());
  if (Flags Sanitizes = gpuSanitizerFlags(); !Sanitizes.empty()) {
    Args.push_back("-fplugin=" + T.Plugin);
    append(Args, Sanitizes);
  }
  append(Args,
         Flags{"-x", In.Language, C.Wanted == Goal::Assembly ? "-S" : "-c",
               In.File, "-o", To.str()});
  if (C.EmitsLLVM)
    Args.push_back("-emit-llvm");
  return T.run(Args);
}

Status CpuBuild::compile(const CommandLine::Input &In, StringRef To) const {
  if (!In.isCuda())
    return compileOther(In, To);
  TemporaryFile Bitcode("bc"), Image("image");
  for (const TemporaryFile *F : {&Bitcode, &Image})
    if (llvm::Error E = F->error())
      return std::move(E);
  Status Compiled = compileDevice(In, Bitcode.path());
  if (!Compiled || *Compiled)
    return Compiled;
  DeviceImage Device{Bitcode.path(), arch(), C.IsRelocatable,
                     R.O.Sanitize == Options::Sanitizer::Cpu,
                     R.O.isLockstep(arch())};
  if (llvm::Error E = Device.write(Image.path()))
    return std::move(E);
  return compileHost(In, Image.path(), To);
}

std::string CpuBuild::outputFor(const CommandLine::Input &In) const {
  if (!C.Output.empty())
    return C.Output;
  StringRef Suffix = ".o";
  if (C.EmitsLLVM)
    Suffix = C.EmitsAssembly ? ".ll" : ".bc";
  else if (C.EmitsAssembly || C.Wanted == Goal::DeviceCode)
    Suffix = ".s";
  return (llvm::sys::path::stem(In.File) + Suffix).str();
}

Status CpuBuild::compileAll() const {
  std::vector<CommandLine::Input> Units;
  for (const CommandLine::Input &In : C.Inputs)
    if (!In.isForLinker())
      Units.push_back(In);
  if (Units.size() > 1 && !C.Output.empty())
    return llvm::createStringError("-o with several files to compile");
  for (const CommandLine::Input &In : Units) {
    Status Done = C.Wanted == Goal::DeviceCode
                      ? compileDevice(In, outputFor(In))
                      : compile(In, outputFor(In));
    if (!Done || *Done)
      return Done;
  }
  return 0;
}

llvm::Expected<std::vector<std::string>>
CpuBuild::linkFlags(llvm::ArrayRef<std::string> Objects) const {
  Flags Args{"-Wno-unused-command-line-argument",
             std::string("-Wl,") + LooksBehindNothing};
  for (const CommandLine::LinkArgument &A : C.Link) {
    if (A.Input) {
      Args.push_back(Objects[*A.Input]);
      continue;
    }
    if (isClosedLibrary(A.Text))
      return closedLibrary(A.Text);
    if (!isCudaRuntime(A.Text))
      Args.push_back(A.Text);
  }
  auto Runtime = T.findRuntime(CpuRuntime);
  if (!Runtime)
    return Runtime.takeError();
  append(Args,
         Flags{*Runtime,
               ("-Wl,-rpath," + llvm::sys::path::parent_path(*Runtime)).str(),
               "-ldl", "-pthread"});
  // Behind the CPU device, so that what both have is that one's.
  if (R.O.Sanitize == Options::Sanitizer::Gpu) {
    auto Sanitizer = T.findRuntime(GpuRuntime);
    if (!Sanitizer)
      return Sanitizer.takeError();
    append(Args, Flags{*Sanitizer, *Runtime});
  }
  if (!C.Output.empty())
    append(Args, Flags{"-o", C.Output});
  return Args;
}

Status CpuBuild::link() const {
  std::deque<TemporaryFile> Made;
  std::vector<std::string> Objects;
  for (const CommandLine::Input &In : C.Inputs) {
    if (In.isForLinker()) {
      Objects.push_back(In.File);
      continue;
    }
    Made.emplace_back("o");
    if (llvm::Error E = Made.back().error())
      return std::move(E);
    Status Done = compile(In, Made.back().path());
    if (!Done || *Done)
      return Done;
    Objects.push_back(Made.back().path());
  }
  auto Args = linkFlags(Objects);
  if (!Args)
    return Args.takeError();
  return T.run(*Args);
}

Status CpuBuild::run() const {
  return C.Wanted == Goal::Link ? link() : compileAll();
}

} // namespace racemap
