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
#include "Fixes.h"
#include "InterruptWatch.h"
#include "OwnLines.h"
#include "ProjectCheck.h"
#include "Results.h"
#include "UsedComments.h"
#include "UsedSuppressions.h"
#include "confirm/Confirmer.h"
#include "confirm/DirectedTests.h"
#include "confirm/UnitOf.h"
#include "passes/driver/Baseline.h"
#include "passes/driver/ChangedLines.h"
#include "passes/driver/Driver.h"
#include "passes/driver/TemporaryFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <set>

namespace racemap {

/// The compiler's own warnings are off, but -Werror is what it is.
static std::vector<std::string> quietFlags(const Request &R) {
  std::vector<std::string> Flags = withoutWarnings(R.Flags);
  llvm::copy_if(R.Flags, std::back_inserter(Flags), [](llvm::StringRef F) {
    return F.starts_with("-Werror") && !F.contains("backend-plugin");
  });
  return Flags;
}

static llvm::Expected<llvm::json::Value> readDocument(const std::string &Path) {
  auto Text = llvm::MemoryBuffer::getFile(Path);
  if (!Text)
    return llvm::errorCodeToError(Text.getError());
  return llvm::json::parse((*Text)->getBuffer());
}

/// Analyses one file, which the compiler comments on.
static llvm::Expected<llvm::json::Value> checkFile(const Toolchain &T,
                                                   const Request &R,
                                                   const std::string &File,
                                                   Processes &Programs) {
  if (!llvm::sys::fs::exists(File))
    return llvm::createStringError("no such file: " + File);
  if (llvm::sys::fs::is_directory(File))
    return llvm::createStringError(File + " is a folder; name files, or a "
                                          "build folder with -p");
  InterruptWatch Watch(Programs);
  TemporaryFile Json("json");
  if (llvm::Error E = Json.error())
    return E;
  CudaUnit Unit{File, archOf(R.O, R.Flags), quietFlags(R), {}};
  std::vector<std::string> Outputs{"json=" + Json.path()};
  if (llvm::sys::Process::StandardErrIsDisplayed())
    Outputs.push_back("progress=on");
  auto Status = T.runShown(
      Unit.arguments(T, R, R.withCheckBudget(File, std::move(Outputs))),
      Programs);
  if (!Status)
    return Status.takeError();
  uint64_t Size = 0;
  if (llvm::sys::fs::file_size(Json.path(), Size) || Size == 0) {
    if (llvm::Error E = Json.probe())
      return E;
    return llvm::createStringError(
        File + (*Status ? ": does not compile, so nothing was analysed"
                        : ": not compiled for " + Unit.Arch +
                              ", so nothing was analysed"));
  }
  // A warning that -Werror turned into an error still leaves results.
  auto Document = readDocument(Json.path());
  if (Document)
    nameUnit(*Document, {File, Unit.Arch, R.Flags, {}}, R);
  return Document;
}

/// One output per file, not one for all?
static bool isPerFile(llvm::StringRef Output) {
  return Output.contains("%u") || Output.contains("%arch") || isFolder(Output);
}

/// What cannot be asked of these files, before any of them is compiled.
static llvm::Error validate(const Request &R) {
  if (R.Files.empty() && R.Build.empty())
    return llvm::createStringError(
        "no files; try: racemap check f.cu -- -Iinclude");
  bool Several = R.Files.size() > 1 || !R.Build.empty();
  auto IsShared = [&](llvm::StringRef File) {
    return Several && !File.empty() && (File != "-" || !R.Build.empty()) &&
           !File.contains("%u") && !isFolder(File);
  };
  if (!R.O.Observed.empty())
    if (auto Runs = ObservedLaunches::read(R.O.Observed); !Runs)
      return Runs.takeError();
  if (!R.O.Baseline.empty())
    if (auto Known = Baseline::read(R.O.Baseline); !Known)
      return Known.takeError();
  for (auto [Name, File] : {std::pair("emit-map", &R.O.EmitMap),
                            std::pair("time-trace", &R.O.TimeTrace)})
    if (IsShared(*File))
      return llvm::createStringError(llvm::Twine(Name) + "=" + *File +
                                     ": with several files, name a directory "
                                     "or put %u into the name");
  return llvm::Error::success();
}

namespace {
/// What comes of a request: the results of all units, and whether something
/// failed, which is said at once.
class Outcome {
public:
  explicit Outcome(const Request &R) : R(R) {}

  void note(llvm::Error E) {
    if (!E)
      return;
    fail(llvm::toString(std::move(E)));
    Good = false;
  }
  /// What is asked of a unit, by its configuration file or not.
  void take(const Options &Of) {
    const config::Config &C = Of.Config;
    if (KernelsAskedFor.empty())
      KernelsAskedFor = Of.Kernel;
    LooksForBounds &= Of.Bounds;
    if (!C.Analyse.Kernels.empty())
      Selections.try_emplace(C.Path, C.Analyse);
    Facts.try_emplace(C.Path, C.Kernels);
    Suppressions.take(C);
  }
  /// What runs of witnesses have come to.
  void take(const Confirmed &C) {
    llvm::errs() << harmless(C.Text, hasColors());
    Runs.add(C.Counts);
    for (const std::string &Bug : C.Bugs)
      note(llvm::createStringError(Bug));
  }
  /// What directed tests have come to.
  void take(const Tried &T) {
    llvm::errs() << harmless(T.Text, hasColors());
    Tests.add(T);
  }
  /// Directory: where the unit is compiled; empty: here.
  void add(Results One, const Unit &U, llvm::StringRef Directory = {}) {
    if (isPerFile(R.O.Json))
      note(One.write(R.O.Json, U));
    if (isPerFile(R.O.Sarif))
      note(One.writeSarif(R.O, U));
    One.everyFinding([&](const llvm::json::Object &K,
                         const llvm::json::Object &F,
                         const report::Filter &Only) {
      Suppressions.note(K, F);
      if (R.Fixes && Results::isShown(F, Only.Level))
        Repairs.note(K, F, Directory);
    });
    One.everyKernel([&](const llvm::json::Object &K) {
      Comments.note(K, U.File, Directory);
    });
    All.add(std::move(One));
  }
  /// Are all kernels race-free so far?
  bool isProved() const { return !All.findings() && !All.unknown(); }
  /// The exit status.
  int finish() {
    bool HasAllKernels = KernelsAskedFor.empty();
    if (Good && !HasAllKernels && !All.kernels())
      note(llvm::createStringError("no kernel matches kernel=" +
                                   KernelsAskedFor));
    if (Good)
      noteSelections();
    bool IsWhole = Good && !R.Build.empty() && R.Files.empty();
    Suppressions.remark(IsWhole && HasAllKernels);
    if (Good && HasAllKernels)
      Comments.remark(IsWhole, LooksForBounds);
    if (!R.O.Json.empty() && !isPerFile(R.O.Json))
      note(All.write(R.O.Json, {}));
    if (!R.O.Sarif.empty() && !isPerFile(R.O.Sarif))
      note(All.writeSarif(R.O, {}));
    if (R.ForGithub)
      note(All.annotate());
    if (R.Fixes)
      mend();
    if (!R.O.WriteBaseline.empty())
      note(Good ? All.writeBaseline(R.O.WriteBaseline)
                : llvm::createStringError(
                      R.O.WriteBaseline +
                      " is not written, because not everything was analysed"));
    auto Unshown = All.unshownLines();
    if (Unshown)
      summaryStream(R.O) << *Unshown;
    else
      note(Unshown.takeError());
    if (Runs.total())
      summaryStream(R.O) << Runs.text() << "\n";
    if (R.O.Try)
      summaryStream(R.O) << Tests.text() << "\n";
    if (Good || All.kernels())
      summaryStream(R.O) << All.summary() << "\n";
    if (!Good)
      return Failed;
    return All.findings() || Tests.hasShown() || (R.Strict && All.unknown())
               ? Found
               : Clean;
  }

  const Request &R;
  SaidOnce Said;

private:
  void mend() {
    std::vector<std::string> Problems;
    Repairs.apply(summaryStream(R.O), Problems);
    for (const std::string &P : Problems)
      note(llvm::createStringError(P));
  }
  /// What names no kernel is an error where nothing is left to analyse, as it
  /// is with kernel=, and else a warning; but a file of a project need not have
  /// all that the project names.
  void noteSelections() {
    bool IsWhole = !R.Build.empty() && R.Files.empty();
    bool IsNothingLeft = !All.kernels();
    if (!IsWhole && !IsNothingLeft)
      return;
    for (const auto &[Path, Selected] : Selections)
      for (const std::string &Pattern :
           Selected.withoutKernel(All.kernelNames())) {
        std::string Text = Path + ": [analyse] kernels: '" + Pattern +
                           "' is in the name of no kernel";
        if (IsNothingLeft)
          note(llvm::createStringError(Text + ", so nothing was analysed"));
        else
          say(Severity::Warning, Text);
      }
    if (IsWhole && Selections.empty() && KernelsAskedFor.empty())
      noteFacts();
  }
  void noteFacts() {
    for (const auto &[Path, Known] : Facts)
      for (const config::KernelFacts &K : Known)
        for (const std::string &Pattern : config::Selection{
                 K.Match, {}, {}, {}}.withoutKernel(All.kernelNames()))
          say(Severity::Warning, K.At + ": [[kernels]] match: '" + Pattern +
                                     "' is in the name of no kernel");
  }

  Results All;
  bool Good = true;
  std::string KernelsAskedFor; ///< kernel= of the first unit that has it
  bool LooksForBounds = true;  ///< in all units
  std::map<std::string, config::Selection> Selections; ///< by their files
  std::map<std::string, std::vector<config::KernelFacts>> Facts; ///< the same
  UsedSuppressions Suppressions;
  UsedComments Comments;
  Fixes Repairs;
  ConfirmationCounts Runs;
  Tried Tests;
};
} // namespace

/// What is wrong with the results of a file, with its name in front.
static llvm::Error named(llvm::StringRef File, llvm::Error Wrong) {
  if (!Wrong)
    return Wrong;
  return llvm::createStringError(File + ": " +
                                 llvm::toString(std::move(Wrong)));
}

/// Runs the witnesses of one file's findings, and what is to be tried. False if
/// that was interrupted.
static bool runFile(const Toolchain &T, const Request &R, const Options &Of,
                    llvm::json::Value &Document, Outcome &O) {
  Processes Programs;
  InterruptWatch Watch(Programs);
  Confirmed Its;
  Tried Tests;
  if (R.O.Confirm)
    O.note(Confirmer(T, Programs, R.O.Orders).confirm(Document, Of.Level, Its));
  if (R.O.Try && !Programs.isInterrupted())
    O.note(DirectedTests(T, Programs, Of).run(Document, Tests));
  if (Programs.isInterrupted())
    return false;
  O.take(Its);
  O.take(Tests);
  return true;
}

static int checkFiles(const Toolchain &T, const Request &R) {
  auto Changes = changesSince(R.O.Diff, {R.Files.begin(), R.Files.end()});
  if (!Changes)
    return fail(llvm::toString(Changes.takeError()));
  Outcome O(R);
  for (const std::string &File : R.Files) {
    auto Configured = R.optionsOf(File);
    if (!Configured)
      return fail(llvm::toString(Configured.takeError()));
    Results One(Configured->filter());
    O.take(*Configured);
    Processes Programs;
    auto Document = checkFile(T, R, File, Programs);
    if (Programs.isInterrupted()) {
      if (!Document)
        llvm::consumeError(Document.takeError());
      return Interrupted;
    }
    if (Document && (R.O.Confirm || R.O.Try) &&
        !runFile(T, R, *Configured, *Document, O))
      return Interrupted;
    O.note(Document ? named(File, One.add(std::move(*Document)))
                    : Document.takeError());
    O.add(std::move(One),
          {File, archOf(R.O, R.Flags), llvm::join(R.Flags, "\n")});
  }
  return O.finish();
}

/// What clang's run writes cannot be taken from the last one.
static std::string cacheFolder(const Request &R) {
  if (R.NoCache || !R.O.EmitMap.empty() || !R.O.TimeTrace.empty())
    return {};
  llvm::SmallString<128> Folder(R.Build);
  if (!llvm::sys::fs::is_directory(Folder))
    llvm::sys::path::remove_filename(Folder);
  llvm::sys::path::append(Folder, ".racemap");
  llvm::sys::fs::make_absolute(Folder);
  return Folder.str().str();
}

/// Shows one unit's findings and adds its results.
static void take(Outcome &O, const CudaUnit &U, const report::Filter &Only,
                 UnitOutcome &New) {
  Results One(Only);
  if (!New.Error.empty()) {
    O.note(llvm::createStringError(U.File + ": not checked: " + New.Error));
  } else {
    llvm::errs() << harmless(O.Said.take(New.Result.Text), hasColors());
    nameUnit(New.Result.Results, U, O.R);
    O.note(named(U.File, One.add(std::move(New.Result.Results))));
    O.take(New.Runs);
    O.take(New.Tests);
  }
  if (!New.Problem.empty())
    O.note(llvm::createStringError(New.Problem));
  O.add(std::move(One),
        {U.File, U.Arch, U.Directory + "\n" + llvm::join(U.Flags, "\n")},
        U.Directory);
}

/// Units are analysed in folders of their own, but files are named from here.
static Request withWholePaths(Request R) {
  for (std::string &Option : R.OptionTexts) {
    auto [Name, File] = llvm::StringRef(Option).split('=');
    bool IsFile = Name == "emit-map" || Name == "baseline" ||
                  Name == "observed" || Name == "time-trace" ||
                  (Name == "config" && File != "none");
    if (!IsFile)
      continue;
    llvm::SmallString<128> Path(File);
    llvm::sys::fs::make_absolute(Path);
    Option = (Name + "=" + Path).str();
  }
  return R;
}

/// What is not known of the units that may call what was analysed.
static void remark(const std::map<size_t, UnknownCaller> &Callers) {
  if (Callers.empty())
    return;
  const UnknownCaller &First = Callers.begin()->second;
  size_t More = Callers.size() - 1;
  std::string Others =
      More ? " and " + std::to_string(More) + (More == 1 ? " other" : " others")
           : "";
  say(Severity::Remark,
      First.File + ": what this file" + Others + (More ? " call" : " calls") +
          " is not known, so findings that rest on it are possible at most: " +
          First.Why);
}

/// What is shown of each file, which its configuration file may say. Tells O
/// what else that says.
static llvm::Expected<std::map<std::string, report::Filter>>
filtersOf(const CompilationDatabase &D, const Request &R, Outcome &O) {
  std::map<std::string, report::Filter> Filters;
  for (const CudaUnit &U : D.Units) {
    auto Configured = R.optionsOf(U.File);
    if (!Configured)
      return Configured.takeError();
    Filters[U.File] = Configured->filter();
    O.take(*Configured);
  }
  return Filters;
}

static int checkProject(const Toolchain &T, const Request &Asked) {
  Request R = withWholePaths(Asked);
  auto Project = CompilationDatabase::read(R.Build, R.Files, R.O);
  if (!Project)
    return fail(llvm::toString(Project.takeError()));
  if (!R.AllowsEmpty && Project->Units.empty() && Project->Problems.empty())
    return fail(Project->Path + ": no CUDA unit in it; with --allow-empty that "
                                "is no error");
  Outcome O(R);
  for (const std::string &Problem : Project->Problems)
    O.note(llvm::createStringError(Problem));
  std::set<std::string> Sources;
  for (CudaUnit &U : Project->Units) {
    llvm::append_range(U.Flags, R.Flags);
    Sources.insert(U.File);
  }
  for (CallerUnit &U : Project->Callers)
    llvm::append_range(U.Flags, R.Flags);
  auto Changes = changesSince(R.O.Diff, Sources);
  if (!Changes)
    return fail(llvm::toString(Changes.takeError()));
  auto Filters = filtersOf(*Project, R, O);
  if (!Filters)
    return fail(llvm::toString(Filters.takeError()));
  UnitCache Cache(cacheFolder(R), T, R, *Changes);
  unsigned Bad = 0, Unchanged = 0;
  unsigned Jobs =
      R.Jobs ? R.Jobs : llvm::hardware_concurrency().compute_thread_count();
  ProjectCheck Work(T, R, Cache, *Project, Jobs);
  bool IsWhole = Work.run([&](const CudaUnit &U, UnitOutcome &New) {
    Bad += !New.Error.empty();
    Unchanged += New.IsUnchanged;
    take(O, U, Filters->at(U.File), New);
  });
  if (!IsWhole)
    return Interrupted;
  if (!O.isProved())
    remark(Work.unknownCallers());
  // What is no unit for its entry is wrong has failed as well.
  Bad += Project->Problems.size();
  unsigned Count = Project->Units.size() + Project->Problems.size();
  summaryStream(R.O) << Count << (Count == 1 ? " unit: " : " units: ")
                     << Count - Bad - Unchanged << " analysed, " << Unchanged
                     << " unchanged, " << Bad << " failed\n";
  return O.finish();
}

int check(const char *Argv0, Arguments Args) {
  auto R = parseRequest(Args, "check");
  if (!R)
    return fail(llvm::toString(R.takeError()));
  if (llvm::Error E = validate(*R))
    return fail(llvm::toString(std::move(E)));
  auto T = Toolchain::find(Argv0, cudaPathOf(R->Flags));
  if (!T)
    return fail(llvm::toString(T.takeError()));
  return R->Build.empty() ? checkFiles(*T, *R) : checkProject(*T, *R);
}

} // namespace racemap
