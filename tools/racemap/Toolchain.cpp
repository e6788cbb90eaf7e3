// Toolchain - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Toolchain.h"
#include "OwnLines.h"
#include "PatchedHeaders.h"
#include "Process.h"
#include "ShownOutput.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

namespace racemap {

using llvm::StringRef;
namespace path = llvm::sys::path;

#define RACEMAP_TEXT2(X) #X
#define RACEMAP_TEXT(X) RACEMAP_TEXT2(X)
const char *const ClangMajor = RACEMAP_TEXT(RACEMAP_LLVM_MAJOR);

llvm::Expected<std::string> Toolchain::findClang() {
  if (auto Chosen = llvm::sys::Process::GetEnv("RACEMAP_CLANG"))
    return *Chosen;
  std::string Name = std::string("clang++-") + ClangMajor;
  if (auto Found = llvm::sys::findProgramByName(Name))
    return *Found;
  if (llvm::sys::fs::can_execute(RACEMAP_CLANG))
    return RACEMAP_CLANG;
  return llvm::createStringError("cannot find " + Name +
                                 " on PATH; install it or set RACEMAP_CLANG");
}

/// By the name that all links to it lead to, so that results that are kept are
/// those of one toolkit, whoever asks.
static std::string findCuda() {
  if (auto Chosen = llvm::sys::Process::GetEnv("CUDA_PATH")) {
    llvm::SmallString<128> Real;
    return llvm::sys::fs::real_path(*Chosen, Real) ? *Chosen : Real.str().str();
  }
  if (auto Nvcc = llvm::sys::findProgramByName("nvcc")) {
    llvm::SmallString<128> Real;
    if (!llvm::sys::fs::real_path(*Nvcc, Real)) {
      StringRef Root = path::parent_path(path::parent_path(Real));
      if (llvm::sys::fs::exists(Root + "/include/cuda_runtime.h"))
        return Root.str();
    }
  }
  return "/usr/local/cuda";
}

std::string cudaPathOf(llvm::ArrayRef<std::string> Flags) {
  StringRef Found;
  for (size_t I = 0; I < Flags.size(); ++I) {
    StringRef Flag = Flags[I];
    if (Flag == "--cuda-path" && I + 1 < Flags.size())
      Found = Flags[I + 1];
    else if (Flag.consume_front("--cuda-path="))
      Found = Flag;
  }
  return Found.str();
}

std::string cudaVersion() {
  std::string Where = findCuda();
  auto Text = llvm::MemoryBuffer::getFile(Where + "/include/cuda.h");
  unsigned Number = 0; // 1000 * major + 10 * minor
  if (Text) {
    StringRef Rest = (*Text)->getBuffer().split("#define CUDA_VERSION ").second;
    if (Rest.consumeInteger(10, Number))
      Number = 0;
  }
  if (!Number)
    return "no CUDA toolkit in " + Where;
  return "CUDA " + llvm::utostr(Number / 1000) + "." +
         llvm::utostr(Number % 1000 / 10) + " in " + Where;
}

static std::string findSelf(const char *Argv0) {
  static int Anchor;
  return llvm::sys::fs::getMainExecutable(Argv0, &Anchor);
}

/// A file of the lib folder beside the executable's.
static llvm::Expected<std::string>
findInLib(const char *Argv0, const llvm::Twine &Name, StringRef What) {
  std::string Self = findSelf(Argv0);
  llvm::SmallString<128> File(path::parent_path(path::parent_path(Self)));
  path::append(File, "lib", Name);
  if (llvm::sys::fs::exists(File))
    return File.str().str();
  return llvm::createStringError("cannot find " + What + " at " + File +
                                 "; install racemap with its lib folder");
}

/// clang's own headers are beside the executable, whatever its name is there.
static std::string librariesOf(StringRef Clang) {
  llvm::SmallString<128> Real;
  if (llvm::sys::fs::real_path(Clang, Real))
    return "";
  return path::parent_path(path::parent_path(Real)).str() + "/lib";
}

llvm::Expected<Toolchain> Toolchain::find(const char *Argv0, StringRef Cuda) {
  Toolchain T;
  auto Clang = findClang();
  if (!Clang)
    return Clang.takeError();
  auto Plugin = findInLib(
      Argv0, llvm::Twine("ClangRaceMap-") + ClangMajor + ".so", "the plugin");
  if (!Plugin)
    return Plugin.takeError();
  auto Overlay = findInLib(Argv0, "racemap/overlay/Overlay.h", "the overlay");
  if (!Overlay)
    return Overlay.takeError();
  T.Clang = *Clang;
  T.Self = findSelf(Argv0);
  T.Plugin = *Plugin;
  T.Overlay = *Overlay;
  T.Cuda = Cuda.empty() ? findCuda() : Cuda.str();
  if (!llvm::sys::fs::exists(T.Cuda + "/include/cuda_runtime.h"))
    return llvm::createStringError("no CUDA toolkit in " + T.Cuda +
                                   "; set CUDA_PATH to one");
  T.Headers = std::make_shared<PatchedHeaders>(
      T.Cuda, librariesOf(T.Clang) + "/clang/" + ClangMajor + "/include");
  return T;
}

static bool mentions(llvm::ArrayRef<std::string> Args, StringRef Prefix) {
  return llvm::any_of(Args, [&](const std::string &A) {
    return StringRef(A).starts_with(Prefix);
  });
}

std::vector<std::string> Toolchain::cudaFlags(llvm::ArrayRef<std::string> Args,
                                              StringRef Arch) const {
  std::vector<std::string> Flags;
  if (!mentions(Args, "--cuda-path"))
    Flags.push_back("--cuda-path=" + Cuda);
  if (!mentions(Args, "--cuda-gpu-arch") && !mentions(Args, "--offload-arch"))
    Flags.push_back(("--cuda-gpu-arch=" + Arch).str());
  std::string Cccl = Cuda + "/include/cccl"; // CUDA 13 moved it
  if (llvm::sys::fs::is_directory(Cccl))
    Flags.insert(Flags.end(), {"-isystem", Cccl});
  Flags.insert(Flags.end(),
               {"-isystem", includeFolder(), "-Wno-unknown-cuda-version"});
  return Flags;
}

std::vector<std::string> Toolchain::headerFlags() const {
  std::vector<std::string> Flags{"-isystem", Cuda + "/include", "-isystem",
                                 includeFolder()};
  std::string Cccl = Cuda + "/include/cccl"; // CUDA 13 moved it
  if (llvm::sys::fs::is_directory(Cccl))
    Flags.insert(Flags.end(), {"-isystem", Cccl});
  return Flags;
}

std::string Toolchain::overlayFile(StringRef Name) const {
  llvm::SmallString<128> File(path::parent_path(Overlay));
  path::append(File, Name);
  return File.str().str();
}

llvm::Expected<std::string> Toolchain::findRuntime(StringRef File) const {
  llvm::SmallString<128> Library(path::parent_path(Plugin));
  path::append(Library, File);
  if (llvm::sys::fs::exists(Library))
    return Library.str().str();
  return llvm::createStringError("cannot find the runtime at " + Library +
                                 "; install racemap with its lib folder");
}

std::string Toolchain::includeFolder() const {
  StringRef Prefix = path::parent_path(path::parent_path(Plugin));
  return (Prefix + "/include").str();
}

/// nvcc finds them, with -fopenmp and without.
std::vector<std::string> gccHeaderFlags() {
  std::error_code Error;
  for (llvm::sys::fs::directory_iterator T("/usr/lib/gcc", Error), End;
       T != End && !Error; T.increment(Error))
    for (llvm::sys::fs::directory_iterator V(T->path(), Error);
         V != End && !Error; V.increment(Error))
      if (llvm::sys::fs::exists(V->path() + "/include/omp.h"))
        return {"-idirafter", V->path() + "/include"};
  return {};
}

std::vector<std::string> Toolchain::overlayFlags() const {
  // Cooperative groups ask for it; nvcc has them anyway. What nvcc lets pass
  // is no error.
  std::vector<std::string> Flags = Headers->flags();
  Flags.insert(Flags.end(),
               {"-include", Overlay, "-D_CG_CLUSTER_INTRINSICS_AVAILABLE",
                "-Wno-register", "-Wno-c++11-narrowing",
                "-Wno-reserved-user-defined-literal", "-idirafter",
                path::parent_path(Overlay).str()});
  for (std::string &Flag : gccHeaderFlags())
    Flags.push_back(std::move(Flag));
  return Flags;
}

/// By the folder's own name or by where that leads to: clang uses both.
static bool isWithin(StringRef File, StringRef Folder) {
  auto BeginsWith = [&](StringRef Name) {
    StringRef Rest = File;
    return !Name.empty() && Rest.consume_front(Name) &&
           (Rest.starts_with("/") || Name.ends_with("/"));
  };
  llvm::SmallString<128> Real;
  return BeginsWith(Folder) ||
         (!llvm::sys::fs::real_path(Folder, Real) && BeginsWith(Real));
}

bool Toolchain::isSystemFile(StringRef File,
                             llvm::ArrayRef<std::string> Flags) const {
  llvm::SmallVector<std::string> Folders{
      Cuda,           path::parent_path(Overlay).str(),
      "/usr/include", "/usr/local/include",
      "/usr/lib",     librariesOf(Clang)};
  for (size_t I = 0; I != Flags.size(); ++I)
    for (StringRef Kind : {"-isystem", "-idirafter", "-cxx-isystem"}) {
      StringRef Folder = Flags[I];
      if (!Folder.consume_front(Kind))
        continue;
      if (Folder.empty() && I + 1 != Flags.size())
        Folder = Flags[I + 1];
      Folders.push_back(Folder.str());
    }
  return llvm::any_of(Folders,
                      [&](StringRef Folder) { return isWithin(File, Folder); });
}

llvm::Expected<int> Toolchain::run(llvm::ArrayRef<std::string> Args,
                                   StringRef Said) const {
  Command C{{Clang}, {}, Said.str()};
  C.Words.insert(C.Words.end(), Args.begin(), Args.end());
  return Processes().run(C);
}

/// clang itself does not see the terminal.
llvm::Expected<int> Toolchain::runShown(std::vector<std::string> Args,
                                        Processes &Programs) const {
  using llvm::sys::Process;
  if (hasColors())
    Args.insert(Args.begin(), "-fcolor-diagnostics");
  if (unsigned Columns = Process::StandardErrColumns())
    Args.insert(Args.begin(), "-fmessage-length=" + std::to_string(Columns));
  ShownOutput Output(hasColors());
  Command C{{Clang}, {}, {}};
  C.SaidTo = Output.file();
  C.Words.insert(C.Words.end(), Args.begin(), Args.end());
  return Programs.run(C);
}

} // namespace racemap
