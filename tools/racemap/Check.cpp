// Check - `racemap check`: clang with the plugin, for analysis only.
//
// The compiler prints the diagnostics; results come back through the JSON of
// each file, are merged into what the user asked for, and counted.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Commands.h"
#include "Nvcc.h"
#include "Request.h"
#include "Results.h"
#include "TemporaryFile.h"
#include "Toolchain.h"
#include "passes/driver/Driver.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace racemap {

/// The architecture to analyse: arch=, else the first that the flags name.
static std::string archOf(const Request &R, llvm::ArrayRef<std::string> Flags) {
  if (!R.O.Arch.empty())
    return R.O.Arch;
  for (llvm::StringRef F : Flags)
    if (F.consume_front("--cuda-gpu-arch=") ||
        F.consume_front("--offload-arch="))
      return F.split(',').first.str();
  return DefaultArch;
}

static std::vector<std::string> arguments(const Toolchain &T, const Request &R,
                                          llvm::StringRef File,
                                          llvm::StringRef Json) {
  std::vector<std::string> Flags = fromNvcc(R.Flags);
  std::string Arch = archOf(R, Flags);
  std::vector<std::string> Args{"-x", "cuda", "--cuda-device-only",
                                "-fsyntax-only", "-fplugin=" + T.Plugin};
  auto Pass = [&](const llvm::Twine &Option) {
    Args.push_back(("-fplugin-arg-racemap-" + Option).str());
  };
  for (llvm::StringRef Option : R.OptionTexts)
    if (!Option.starts_with("json="))
      Pass(Option);
  Pass("json=" + Json);
  Pass("arch=" + Arch);
  for (std::string &Flag : T.cudaFlags(Flags, Arch))
    Args.push_back(std::move(Flag));
  for (std::string &Flag : T.overlayFlags())
    Args.push_back(std::move(Flag));
  Args.insert(Args.end(), Flags.begin(), Flags.end());
  Args.push_back(File.str());
  return Args;
}

/// Analyses one file, which the compiler comments on.
static llvm::Error checkFile(const Toolchain &T, const Request &R,
                             const std::string &File, Results &All) {
  if (!llvm::sys::fs::exists(File))
    return llvm::createStringError("no such file: " + File);
  TemporaryFile Json("json");
  if (llvm::Error E = Json.error())
    return E;
  auto Status = T.run(arguments(T, R, File, Json.path()));
  if (!Status)
    return Status.takeError();
  uint64_t Size = 0;
  if (llvm::sys::fs::file_size(Json.path(), Size) || Size == 0)
    return llvm::createStringError(
        File + (*Status ? ": does not compile, so nothing was analysed"
                        : ": not compiled for " + archOf(R, fromNvcc(R.Flags)) +
                              ", so nothing was analysed"));
  // A warning that -Werror turned into an error still leaves results.
  return All.add(Json.path());
}

/// One JSON per file, not one for all?
static bool isJsonPerFile(const Request &R) {
  llvm::StringRef Json = R.O.Json;
  return Json.contains("%u") || Json.contains("%arch") ||
         llvm::sys::fs::is_directory(Json);
}

/// What cannot be asked of these files, before any of them is compiled.
static llvm::Error validate(const Request &R) {
  if (R.Files.empty())
    return llvm::createStringError(
        "no files; try: racemap check f.cu -- -Iinclude");
  llvm::StringRef Map = R.O.EmitMap;
  bool Shared = R.Files.size() > 1 && !Map.empty() && Map != "-" &&
                !Map.contains("%u") && !llvm::sys::fs::is_directory(Map);
  if (Shared)
    return llvm::createStringError("emit-map=" + Map +
                                   ": with several files, name a directory "
                                   "or put %u into the name");
  return llvm::Error::success();
}

/// Analyses all files and writes the JSON; false if that failed somewhere.
static bool checkFiles(const Toolchain &T, const Request &R, Results &All) {
  bool Good = true;
  auto Try = [&](llvm::Error E) {
    if (!E)
      return;
    fail(llvm::toString(std::move(E)));
    Good = false;
  };
  bool Separate = isJsonPerFile(R);
  for (const std::string &File : R.Files) {
    Results One(R.O.Level);
    Try(checkFile(T, R, File, One));
    if (Separate)
      Try(One.write(jsonPath(R.O, {File, archOf(R, fromNvcc(R.Flags))})));
    All.add(std::move(One));
  }
  if (Good && !R.O.Kernel.empty() && !All.kernels())
    Try(llvm::createStringError("no kernel matches kernel=" + R.O.Kernel));
  if (!R.O.Json.empty() && !Separate)
    Try(All.write(R.O.Json));
  return Good;
}

int check(const char *Argv0, Arguments Args) {
  auto R = parseRequest(Args);
  if (!R)
    return fail(llvm::toString(R.takeError()));
  if (llvm::Error E = validate(*R))
    return fail(llvm::toString(std::move(E)));
  auto T = Toolchain::find(Argv0);
  if (!T)
    return fail(llvm::toString(T.takeError()));
  Results All(R->O.Level);
  bool Good = checkFiles(*T, *R, All);
  summaryStream(R->O) << All.summary() << "\n";
  if (!Good)
    return Failed;
  return All.findings() || (R->Strict && All.unknown()) ? Found : Clean;
}

} // namespace racemap
