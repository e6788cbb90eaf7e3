// Check - `racemap check`: clang with the plugin, for analysis only.
//
// The compiler prints the diagnostics; results come back through the JSON of
// each file, are merged into what the user asked for, and counted.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Commands.h"
#include "CudaUnit.h"
#include "Results.h"
#include "TemporaryFile.h"
#include "passes/driver/Driver.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace racemap {

/// Analyses one file, which the compiler comments on.
static llvm::Error checkFile(const Toolchain &T, const Request &R,
                             const std::string &File, Results &All) {
  if (!llvm::sys::fs::exists(File))
    return llvm::createStringError("no such file: " + File);
  TemporaryFile Json("json");
  if (llvm::Error E = Json.error())
    return E;
  CudaUnit Unit{File, archOf(R.O, R.Flags), R.Flags};
  auto Status = T.run(Unit.arguments(T, R, Json.path()));
  if (!Status)
    return Status.takeError();
  uint64_t Size = 0;
  if (llvm::sys::fs::file_size(Json.path(), Size) || Size == 0)
    return llvm::createStringError(
        File + (*Status ? ": does not compile, so nothing was analysed"
                        : ": not compiled for " + Unit.Arch +
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
      Try(One.write(jsonPath(R.O, {File, archOf(R.O, R.Flags)})));
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
