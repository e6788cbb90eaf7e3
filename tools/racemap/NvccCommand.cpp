// NvccCommand - `racemap nvcc`: checks what nvcc compiles, then runs nvcc.
//
// nvcc takes the place of this process, with the arguments it was given and its
// own exit status, whatever came of the check: what could not be checked is
// said in one line. A sanitizer build compiles CUDA files itself and leaves
// everything else to nvcc, linking with the CPU device's runtime included.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ClangOutput.h"
#include "ClosedLibraries.h"
#include "Commands.h"
#include "CpuBuild.h"
#include "CudaUnit.h"
#include "GpuBuild.h"
#include "Nvcc.h"
#include "NvccRequest.h"
#include "OwnLines.h"
#include "Process.h"
#include "passes/driver/TemporaryFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include <cerrno>
#include <deque>
#include <unistd.h>

namespace racemap {

using llvm::StringRef;
using Words = std::vector<std::string>;
namespace path = llvm::sys::path;

/// The folder of the toolkit that a compiler belongs to; empty: not known.
static std::string toolkitOf(const Words &Compiler) {
  auto Found = llvm::sys::findProgramByName(Compiler.back());
  llvm::SmallString<128> Real;
  if (!Found || llvm::sys::fs::real_path(*Found, Real))
    return {};
  StringRef Root = path::parent_path(path::parent_path(Real));
  bool IsToolkit = llvm::sys::fs::exists(Root + "/include/cuda_runtime.h");
  return IsToolkit ? Root.str() : std::string();
}

/// nvcc's arguments with those of its environment.
static Words withEnvironment(const Words &Args) {
  Words All;
  auto Add = [&](const Words &More) {
    All.insert(All.end(), More.begin(), More.end());
  };
  auto AddVariable = [&](const char *Name) {
    if (auto Value = llvm::sys::Process::GetEnv(Name))
      Add(splitWords(*Value));
  };
  AddVariable("NVCC_PREPEND_FLAGS");
  Add(Args);
  AddVariable("NVCC_APPEND_FLAGS");
  return All;
}

/// In the place of this process: returns only if that is not possible.
static int become(const Words &Command) {
  std::vector<char *> Argv;
  for (const std::string &Word : Command)
    Argv.push_back(const_cast<char *>(Word.c_str()));
  Argv.push_back(nullptr);
  llvm::outs().flush();
  execvp(Argv[0], Argv.data());
  return fail("cannot run " + Command.front() + ": " +
              std::generic_category().message(errno) +
              "; put nvcc on PATH or set RACEMAP_NVCC");
}

static llvm::Error checkUnit(const Toolchain &T, const Request &R,
                             const CudaUnit &U) {
  if (U.File == "-")
    return llvm::createStringError("standard input can be read once, by nvcc");
  if (!llvm::sys::fs::exists(U.File))
    return llvm::createStringError("no such file");
  TemporaryFile Said("txt");
  if (llvm::Error E = Said.error())
    return E;
  std::vector<std::string> Outputs;
  if (!R.O.Json.empty())
    Outputs.push_back("json=" + R.O.Json);
  if (!R.O.Sarif.empty())
    Outputs.push_back("sarif=" + R.O.Sarif);
  auto Status = T.run(U.arguments(T, R, Outputs), Said.path());
  if (!Status)
    return Status.takeError();
  auto Text = llvm::MemoryBuffer::getFile(Said.path());
  if (!Text)
    return llvm::errorCodeToError(Text.getError());
  if (*Status)
    return llvm::createStringError(notTaken((*Text)->getBuffer()));
  llvm::errs() << harmless((*Text)->getBuffer(), /*HasColors=*/false);
  return llvm::Error::success();
}

static llvm::Expected<CommandLine> readLine(const Words &Args) {
  auto Line = NvccLine::parse(Args);
  if (!Line)
    return Line.takeError();
  return CommandLine::parse(Line->Flags);
}

static llvm::Error checkAll(const char *Argv0, const NvccRequest &N) {
  if (!N.Problem.empty())
    return llvm::createStringError(N.Problem);
  if (llvm::Error E = N.R.O.checkForAnalysis())
    return E;
  auto Line = readLine(withEnvironment(N.Args));
  if (!Line)
    return Line.takeError();
  if (llvm::Error E = N.R.checkDiff(*Line))
    return E;
  std::vector<CudaUnit> Units = unitsOf(*Line, N.R.O);
  if (Units.empty())
    return llvm::Error::success();
  auto T = Toolchain::find(Argv0, toolkitOf(N.Compiler));
  if (!T)
    return T.takeError();
  for (const CudaUnit &U : Units)
    if (llvm::Error E = checkUnit(*T, N.R, U))
      say(Severity::Note,
          U.File + ": not checked: " + llvm::toString(std::move(E)));
  return llvm::Error::success();
}

/// Is it something that nvcc can run as it is, whatever it is called?
static bool isProgram(const CommandLine::Input &In) {
  static constexpr StringRef Linked[] = {".o", ".a", ".so"};
  return In.isForLinker() &&
         !llvm::is_contained(Linked, path::extension(In.File));
}

namespace {
/// A sanitizer build, for a GPU or for the CPU device.
class SanitizerBuild {
public:
  SanitizerBuild(const Toolchain &T, const NvccRequest &N, NvccLine L,
                 CommandLine C)
      : T(T), N(N), L(std::move(L)), C(std::move(C)) {}

  llvm::Expected<int> run() {
    using Goal = CommandLine::Goal;
    if (C.Wanted == Goal::Other ||
        (L.Runs && C.Inputs.size() == 1 && isProgram(C.Inputs.front())))
      return runNvcc(N.Args);
    if (C.Wanted == Goal::DeviceCode)
      return llvm::createStringError("code for the GPU alone, which -ptx and "
                                     "kin ask for, has no use without its "
                                     "host part; leave out --sanitize");
    if (L.LinksDevice)
      return isForGpu() ? runNvcc(N.Args) : linkDevice();
    if (C.Wanted == Goal::Link)
      return link();
    return isForGpu() ? compileAll() : CpuBuild(T, N.R, C).run();
  }

private:
  bool isForGpu() const { return N.R.O.Sanitize == Options::Sanitizer::Gpu; }
  llvm::Expected<int> compile(const CommandLine::Input &In,
                              StringRef To) const {
    return isForGpu() ? compileForGpu(T, N.R, C, In, To)
                      : CpuBuild(T, N.R, C).compile(In, To);
  }
  llvm::Expected<int> compileAll();
  llvm::Expected<int> runNvcc(const Words &Args) const {
    Words Command = N.Compiler;
    Command.insert(Command.end(), Args.begin(), Args.end());
    return Processes().run({Command, {}, {}});
  }

  llvm::Expected<int> compileUnits();
  llvm::Expected<int> link();
  llvm::Expected<int> linkDevice() const;

  const Toolchain &T;
  const NvccRequest &N;
  NvccLine L;
  CommandLine C;
  std::deque<TemporaryFile> Objects;
};
} // namespace

/// Puts an object in the place of every CUDA file.
llvm::Expected<int> SanitizerBuild::compileUnits() {
  for (size_t I = 0; I < C.Inputs.size(); ++I) {
    if (!C.Inputs[I].isCuda())
      continue;
    Objects.emplace_back("o");
    if (llvm::Error E = Objects.back().error())
      return std::move(E);
    auto Status = compile(C.Inputs[I], Objects.back().path());
    if (!Status || *Status)
      return Status;
    L.Args[L.Inputs[I]] = Objects.back().path();
  }
  return 0;
}

/// To objects, each file alone; what is not CUDA is nvcc's.
llvm::Expected<int> SanitizerBuild::compileAll() {
  if (C.Inputs.size() > 1 && !C.Output.empty())
    return llvm::createStringError("-o with several files to compile");
  for (const CommandLine::Input &In : C.Inputs) {
    if (!In.isCuda())
      return runNvcc(N.Args);
    std::string To =
        C.Output.empty() ? (path::stem(In.File) + ".o").str() : C.Output;
    auto Status = compile(In, To);
    if (!Status || *Status)
      return Status;
  }
  return 0;
}

/// The runtime for the CPU device comes first, so that nobody else's symbols
/// are taken; that for GPUs comes last, in front of CUDA's.
llvm::Expected<int> SanitizerBuild::link() {
  bool ForGpu = isForGpu();
  if (!ForGpu)
    for (const CommandLine::LinkArgument &A : C.Link)
      if (isClosedLibrary(A.Text))
        return closedLibrary(A.Text);
  auto Runtime = T.findRuntime(ForGpu ? GpuRuntime : CpuRuntime);
  if (!Runtime)
    return Runtime.takeError();
  auto Status = compileUnits();
  if (!Status || *Status)
    return Status;
  Words Args;
  if (!L.MakesArchive && !ForGpu)
    // nvcc takes such an argument apart at commas and gives it to a shell.
    Args = {*Runtime,
            "-Xlinker",
            ("-rpath,\"" + path::parent_path(*Runtime) + "\"").str(),
            "-Xlinker",
            LooksBehindNothing,
            "-cudart",
            "none"};
  for (size_t I = 0; I < L.Args.size(); ++I) {
    bool IsCudaRuntime = llvm::is_contained(L.OfRuntime, I);
    if (!llvm::is_contained(L.OfLanguage, I) && (ForGpu || !IsCudaRuntime))
      Args.push_back(L.Args[I]);
  }
  if (!L.MakesArchive && ForGpu)
    Args.push_back(*Runtime);
  return runNvcc(Args);
}

/// The device code of all units comes together when the program starts.
llvm::Expected<int> SanitizerBuild::linkDevice() const {
  if (llvm::any_of(C.Inputs, [](const auto &In) { return In.isCuda(); }))
    return llvm::createStringError(
        "-dlink with CUDA files: compile them first, with -dc");
  std::string To = C.Output.empty() ? "a_dlink.o" : C.Output;
  return T.run({"-x", "c++", "-c", "/dev/null", "-o", To});
}

static llvm::Expected<int> buildSanitized(const char *Argv0, NvccRequest &N) {
  if (!N.Problem.empty())
    return llvm::createStringError(N.Problem);
  // nvcc itself adds what its environment says.
  auto Line = NvccLine::parse(N.Args);
  if (!Line)
    return Line.takeError();
  auto C = readLine(withEnvironment(N.Args));
  if (!C)
    return C.takeError();
  if (C->Inputs.size() != Line->Inputs.size())
    return llvm::createStringError("files in NVCC_PREPEND_FLAGS or "
                                   "NVCC_APPEND_FLAGS: name them on the "
                                   "command line");
  C->CompileFlags = withoutWarnings(C->CompileFlags);
  auto T = Toolchain::find(Argv0, toolkitOf(N.Compiler));
  if (!T)
    return T.takeError();
  return SanitizerBuild(*T, N, std::move(*Line), std::move(*C)).run();
}

int nvcc(const char *Argv0, Arguments Args) {
  NvccRequest N(Args);
  if (!N.Misplaced.empty())
    return fail(N.Misplaced + " stands first: racemap nvcc " + N.Misplaced +
                " ...; elsewhere it is nvcc's own option");
  if (N.WantsSanitizer) {
    auto Status = buildSanitized(Argv0, N);
    return Status ? *Status : fail(llvm::toString(Status.takeError()));
  }
  if (llvm::Error E = checkAll(Argv0, N))
    say(Severity::Note, "not checked: " + llvm::toString(std::move(E)));
  Words Command = N.Compiler;
  Command.insert(Command.end(), N.Args.begin(), N.Args.end());
  return become(Command);
}

} // namespace racemap
