// Doctor - `racemap doctor`: is all there that RaceMap works with?
//
// A line for each thing: what was found, or what is wrong and what to do. The
// last line is a test: a kernel with a race goes through clang, the headers and
// the plugin, as it would in a check.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ClangOutput.h"
#include "CpuBuild.h"
#include "CudaUnit.h"
#include "GpuBuild.h"
#include "Help.h"
#include "Request.h"
#include "Results.h"
#include "Toolchain.h"
#include "passes/driver/Driver.h"
#include "passes/driver/TemporaryFile.h"
#include "runtime/output/Printable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

namespace racemap {

using llvm::StringRef;

static constexpr StringRef Kernel =
    "__global__ void shift(int *out) {\n"
    "  __shared__ int a[256];\n"
    "  a[threadIdx.x] = out[threadIdx.x];\n"
    "  out[threadIdx.x] = a[(threadIdx.x + 1) % 256];\n"
    "}\n"
    "void launch(int *out) { shift<<<1, 256>>>(out); }\n";

/// The first line with this word that a program prints; empty: none.
static std::string lineOf(StringRef Program, StringRef Flag, StringRef Word) {
  TemporaryFile Said("txt");
  std::string Path = Said.path();
  if (llvm::errorToBool(Said.error()))
    return {};
  llvm::sys::ExecuteAndWait(Program, {Program, Flag}, std::nullopt,
                            {StringRef(), StringRef(Path), StringRef(Path)});
  auto Text = llvm::MemoryBuffer::getFile(Path);
  if (Text)
    for (StringRef Line : llvm::split((*Text)->getBuffer(), '\n'))
      if (Line.contains(Word))
        return Line.trim().str();
  return {};
}

namespace {
class Doctor {
public:
  explicit Doctor(const char *Argv0) : Argv0(Argv0) {}

  int run() {
    good("racemap", RACEMAP_VERSION ", for clang " + std::string(ClangMajor));
    clang();
    cuda();
    nvcc();
    git();
    auto T = Toolchain::find(Argv0);
    if (T) {
      good("plugin", T->Plugin);
      runtime("CPU device", *T, CpuRuntime);
      runtime("GPU runtime", *T, GpuRuntime);
      report("analysis", analyse(*T), "finds the race of a test kernel");
    } else {
      report("analysis", T.takeError(), "");
    }
    llvm::outs() << (IsWell ? "all that a check needs is there\n"
                            : "not all that a check needs is there\n");
    return IsWell ? Clean : Failed;
  }

private:
  static void good(StringRef What, const llvm::Twine &Text) {
    llvm::outs() << "  " << llvm::left_justify(What, 14)
                 << output::printableLine(Text.str()) << "\n";
  }
  /// Something that is needed.
  void report(StringRef What, llvm::Error E, const llvm::Twine &Text) {
    if (!E)
      return good(What, Text);
    IsWell = false;
    good(What, "wrong: " + llvm::toString(std::move(E)));
  }

  void clang();
  void cuda();
  /// A check does without these.
  static void nvcc();
  static void git();
  static void runtime(StringRef What, const Toolchain &T, StringRef File) {
    auto Path = T.findRuntime(File);
    if (Path)
      return good(What, *Path);
    good(What,
         llvm::toString(Path.takeError()) + " (only sanitizer builds need it)");
  }
  static llvm::Error analyse(const Toolchain &T);

  const char *Argv0;
  bool IsWell = true;
};
} // namespace

void Doctor::clang() {
  auto Path = Toolchain::findClang();
  if (!Path)
    return report("clang", Path.takeError(), "");
  std::string Version = lineOf(*Path, "--version", "clang version ");
  StringRef Number = StringRef(Version).split("clang version ").second;
  std::string Install =
      std::string("; install clang-") + ClangMajor + " or set RACEMAP_CLANG";
  if (Version.empty())
    return report("clang",
                  llvm::createStringError(*Path + " does not run" + Install),
                  "");
  if (Number.split('.').first != ClangMajor)
    return report("clang",
                  llvm::createStringError(*Path + " is clang " +
                                          Number.split(' ').first + Install),
                  "");
  good("clang", *Path + ", version " + Number.split(' ').first);
}

void Doctor::cuda() {
  std::string Version = cudaVersion();
  if (StringRef(Version).starts_with("CUDA "))
    return good("CUDA toolkit", StringRef(Version).drop_front(5));
  report("CUDA toolkit",
         llvm::createStringError(Version +
                                 "; install it, or set CUDA_PATH to "
                                 "the folder that has include/cuda.h"),
         "");
}

void Doctor::nvcc() {
  std::string Name =
      llvm::sys::Process::GetEnv("RACEMAP_NVCC").value_or("nvcc");
  auto Path = llvm::sys::findProgramByName(Name);
  if (!Path)
    return good("nvcc", "none; only racemap nvcc needs it: put it on PATH or "
                        "set RACEMAP_NVCC");
  std::string Line = lineOf(*Path, "--version", "release ");
  StringRef Version = StringRef(Line).split("release ").second.split(',').first;
  good("nvcc", Version.empty() ? *Path + ", which does not say its version"
                               : *Path + ", release " + Version.str());
}

void Doctor::git() {
  auto Path = llvm::sys::findProgramByName("git");
  good("git", Path ? *Path : "none; only --diff needs it");
}

llvm::Error Doctor::analyse(const Toolchain &T) {
  TemporaryFile Source("cu"), Json("json"), Said("txt");
  for (const TemporaryFile *F : {&Source, &Json, &Said})
    if (llvm::Error E = F->error())
      return E;
  if (llvm::Error E =
          writeFile(Source.path(), [](llvm::raw_ostream &OS) { OS << Kernel; }))
    return E;
  Request R;
  if (llvm::Error E = R.take("config=none"))
    return E;
  CudaUnit Unit{Source.path(), DefaultArch, {}, {}};
  auto Status =
      T.run(Unit.arguments(T, R, {"json=" + Json.path()}), Said.path());
  if (!Status)
    return Status.takeError();
  auto Text = llvm::MemoryBuffer::getFile(Said.path());
  StringRef Words = Text ? (*Text)->getBuffer() : "";
  if (*Status)
    return llvm::createStringError(notTaken(Words));
  Results Found;
  if (llvm::Error E = Found.read(Json.path())) {
    llvm::consumeError(std::move(E));
    return llvm::createStringError("clang does not load the plugin: " +
                                   plain(Words.split('\n').first));
  }
  if (!Found.findings())
    return llvm::createStringError("it does not find the race of a test "
                                   "kernel");
  return llvm::Error::success();
}

int doctor(const char *Argv0, Arguments Args) {
  if (!Args.empty())
    return fail("doctor takes no arguments: racemap doctor");
  return Doctor(Argv0).run();
}

} // namespace racemap
