// Check - `racemap check`: clang with the plugin, for analysis only.
//
// The compiler prints the diagnostics; results come back through the JSON of
// each file, are merged into what the user asked for, and counted. With -p the
// files and their flags come from a compilation database.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ClangOutput.h"
#include "Commands.h"
#include "CompilationDatabase.h"
#include "ProjectCheck.h"
#include "Results.h"
#include "TemporaryFile.h"
#include "passes/driver/Baseline.h"
#include "passes/driver/ChangedLines.h"
#include "passes/driver/Driver.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

namespace racemap {

/// Analyses one file, which the compiler comments on.
static llvm::Error checkFile(const Toolchain &T, const Request &R,
                             const std::string &File, Results &All) {
  if (!llvm::sys::fs::exists(File))
    return llvm::createStringError("no such file: " + File);
  TemporaryFile Json("json");
  if (llvm::Error E = Json.error())
    return E;
  CudaUnit Unit{File, archOf(R.O, R.Flags), R.Flags, {}};
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
  return All.read(Json.path());
}

/// One JSON per file, not one for all?
static bool isJsonPerFile(const Request &R) {
  llvm::StringRef Json = R.O.Json;
  return Json.contains("%u") || Json.contains("%arch") ||
         llvm::sys::fs::is_directory(Json);
}

/// What cannot be asked of these files, before any of them is compiled.
static llvm::Error validate(const Request &R) {
  if (R.Files.empty() && R.Build.empty())
    return llvm::createStringError(
        "no files; try: racemap check f.cu -- -Iinclude");
  llvm::StringRef Map = R.O.EmitMap;
  bool Several = R.Files.size() > 1 || !R.Build.empty();
  bool Shared = Several && !Map.empty() && (Map != "-" || !R.Build.empty()) &&
                !Map.contains("%u") && !llvm::sys::fs::is_directory(Map);
  if (!R.O.Baseline.empty())
    if (auto Known = Baseline::read(R.O.Baseline); !Known)
      return Known.takeError();
  if (Shared)
    return llvm::createStringError("emit-map=" + Map +
                                   ": with several files, name a directory "
                                   "or put %u into the name");
  return llvm::Error::success();
}

namespace {
/// What comes of a request: the results of all units, and whether something
/// failed, which is said at once.
class Outcome {
public:
  explicit Outcome(const Request &R) : R(R), All(R.O.Level) {}

  void note(llvm::Error E) {
    if (!E)
      return;
    fail(llvm::toString(std::move(E)));
    Good = false;
  }
  void add(Results One, const Unit &U) {
    if (isJsonPerFile(R))
      note(One.write(jsonPath(R.O, U)));
    All.add(std::move(One));
  }
  /// The exit status.
  int finish() {
    if (Good && !R.O.Kernel.empty() && !All.kernels())
      note(llvm::createStringError("no kernel matches kernel=" + R.O.Kernel));
    if (!R.O.Json.empty() && !isJsonPerFile(R))
      note(All.write(R.O.Json));
    if (!R.O.WriteBaseline.empty())
      note(All.writeBaseline(R.O.WriteBaseline));
    if (unsigned N = All.hidden())
      summaryStream(R.O) << N << (N == 1 ? " finding is" : " findings are")
                         << " hidden by baseline or diff\n";
    summaryStream(R.O) << All.summary() << "\n";
    if (!Good)
      return Failed;
    return All.findings() || (R.Strict && All.unknown()) ? Found : Clean;
  }

  const Request &R;

private:
  Results All;
  bool Good = true;
};
} // namespace

static int checkFiles(const Toolchain &T, const Request &R) {
  Outcome O(R);
  for (const std::string &File : R.Files) {
    Results One(R.O.Level);
    O.note(checkFile(T, R, File, One));
    O.add(std::move(One), {File, archOf(R.O, R.Flags)});
  }
  return O.finish();
}

/// MAPs are written by clang, so nothing can be taken from the last run.
static std::string cacheFolder(const Request &R) {
  if (R.NoCache || !R.O.EmitMap.empty())
    return {};
  llvm::SmallString<128> Folder(R.Build);
  if (!llvm::sys::fs::is_directory(Folder))
    llvm::sys::path::remove_filename(Folder);
  llvm::sys::path::append(Folder, ".racemap");
  llvm::sys::fs::make_absolute(Folder);
  return Folder.str().str();
}

/// Shows one unit's findings and adds its results.
static void take(Outcome &O, const CudaUnit &U, UnitOutcome &New) {
  Results One(O.R.O.Level);
  if (!New.Error.empty()) {
    O.note(llvm::createStringError(U.File + ": not checked: " + New.Error));
  } else {
    bool HasColors = llvm::sys::Process::StandardErrHasColors();
    llvm::errs() << (HasColors ? New.Result.Text : plain(New.Result.Text));
    O.note(One.add(std::move(New.Result.Results)));
  }
  if (!New.Problem.empty())
    O.note(llvm::createStringError(New.Problem));
  O.add(std::move(One), {U.File, U.Arch});
}

/// Units are analysed in folders of their own, but files are named from here.
static Request withWholePaths(Request R) {
  for (std::string &Option : R.OptionTexts) {
    auto [Name, File] = llvm::StringRef(Option).split('=');
    if (Name != "emit-map" && Name != "baseline")
      continue;
    llvm::SmallString<128> Path(File);
    llvm::sys::fs::make_absolute(Path);
    Option = (Name + "=" + Path).str();
  }
  return R;
}

/// What diff= stands for, in all repositories that units are in.
static llvm::Expected<std::string> changesIn(const CompilationDatabase &D,
                                             llvm::StringRef Revision) {
  std::set<std::string> Folders, Repositories;
  if (!Revision.empty())
    for (const CudaUnit &U : D.Units)
      Folders.insert(llvm::sys::path::parent_path(U.File).str());
  for (const std::string &Folder : Folders)
    if (auto Repository = ChangedLines::repositoryOf(Folder))
      Repositories.insert(std::move(*Repository));
  if (!Folders.empty() && Repositories.empty())
    return llvm::createStringError("the files are in no repository of git");
  std::string Text;
  for (const std::string &Repository : Repositories) {
    auto Changes = ChangedLines::since(Revision, Repository);
    if (!Changes)
      return Changes.takeError();
    Text += Changes->text();
  }
  return Text;
}

static int checkProject(const Toolchain &T, const Request &Asked) {
  Request R = withWholePaths(Asked);
  auto Project = CompilationDatabase::read(R.Build, R.Files, R.O);
  if (!Project)
    return fail(llvm::toString(Project.takeError()));
  Outcome O(R);
  for (const std::string &Problem : Project->Problems)
    O.note(llvm::createStringError(Problem));
  for (CudaUnit &U : Project->Units)
    U.Flags.insert(U.Flags.end(), R.Flags.begin(), R.Flags.end());
  auto Changes = changesIn(*Project, R.O.Diff);
  if (!Changes)
    return fail("option diff=" + R.O.Diff + ": " +
                llvm::toString(Changes.takeError()));
  UnitCache Cache(cacheFolder(R), T, R, *Changes);
  unsigned Bad = 0, Unchanged = 0;
  unsigned Jobs =
      R.Jobs ? R.Jobs : llvm::hardware_concurrency().compute_thread_count();
  bool IsWhole =
      ProjectCheck(T, R, Cache)
          .run(Project->Units, Jobs, [&](const CudaUnit &U, UnitOutcome &New) {
            Bad += !New.Error.empty();
            Unchanged += New.IsUnchanged;
            take(O, U, New);
          });
  if (!IsWhole)
    return Interrupted;
  unsigned Count = Project->Units.size();
  summaryStream(R.O) << Count << (Count == 1 ? " unit: " : " units: ")
                     << Count - Bad - Unchanged << " analysed, " << Unchanged
                     << " unchanged, " << Bad << " failed\n";
  return O.finish();
}

int check(const char *Argv0, Arguments Args) {
  auto R = parseRequest(Args, /*OfProject=*/true);
  if (!R)
    return fail(llvm::toString(R.takeError()));
  if (llvm::Error E = validate(*R))
    return fail(llvm::toString(std::move(E)));
  auto T = Toolchain::find(Argv0);
  if (!T)
    return fail(llvm::toString(T.takeError()));
  return R->Build.empty() ? checkFiles(*T, *R) : checkProject(*T, *R);
}

} // namespace racemap
