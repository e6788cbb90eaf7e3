// Handover - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/Handover.h"
#include "passes/driver/ProvedLaunches.h"
#include "passes/instrument/LaunchChecks.h"
#include "passes/report/Json.h"
#include "plugin/Diagnostics.h"
#include "plugin/Pipeline.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include <unistd.h>

namespace racemap {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// The user's own folder, or nothing: somebody else has one of that name.
static std::string folder() {
  llvm::SmallString<128> Path;
  path::system_temp_directory(/*ErasedOnReboot=*/true, Path);
  path::append(Path, "racemap-" + llvm::utostr(getuid()));
  fs::file_status Status;
  bool IsOwn =
      !fs::create_directory(Path, /*IgnoreExisting=*/true, fs::owner_all) &&
      !fs::status(Path, Status, /*follow=*/false) &&
      Status.type() == fs::file_type::directory_file &&
      Status.getUser() == getuid();
  return IsOwn ? Path.str().str() : "";
}

/// When a process started, in the kernel's ticks; empty if there is none.
static std::string startOf(StringRef Process) {
  auto Text = llvm::MemoryBuffer::getFileAsStream("/proc/" + Process + "/stat");
  if (!Text)
    return {};
  // The second field, a name in parentheses, can be anything.
  StringRef Rest = (*Text)->getBuffer().rsplit(')').second;
  llvm::SmallVector<StringRef, 24> Fields;
  Rest.trim().split(Fields, ' ');
  constexpr unsigned StartTime = 22 - 3;
  return Fields.size() > StartTime ? Fields[StartTime].str() : "";
}

/// "1234-567890", of the driver that runs this process.
static std::string driver() {
  std::string Process = llvm::utostr(getppid());
  return Process + "-" + startOf(Process);
}

/// What there is of a unit.
static constexpr StringRef Results = "results-", ProvedOfLaunches = "launches-";

/// What begins the names of a unit's files. Kind: one of these.
static std::string prefix(StringRef Folder, StringRef File, StringRef Kind) {
  llvm::SmallString<128> Path(Folder);
  path::append(Path, expandName(driver() + "-%u-", {File.str(), "", ""}) +
                         Kind.str());
  return Path.str().str();
}

static std::vector<std::string> filesIn(StringRef Folder) {
  std::vector<std::string> All;
  std::error_code Error;
  for (fs::directory_iterator I(Folder, Error), End; I != End && !Error;
       I.increment(Error))
    All.push_back(I->path());
  llvm::sort(All);
  return All;
}

/// Files of drivers that have ended.
static void removeLeftOver(StringRef Folder) {
  for (const std::string &File : filesIn(Folder)) {
    auto [Process, Rest] = path::filename(File).split('-');
    if (startOf(Process) != Rest.split('-').first)
      fs::remove(File);
  }
}

static bool makesCode(const clang::CompilerInstance &CI) {
  switch (CI.getFrontendOpts().ProgramAction) {
  case clang::frontend::EmitAssembly:
  case clang::frontend::EmitBC:
  case clang::frontend::EmitObj:
    return true;
  default:
    return false;
  }
}

/// The folder is empty if nobody would come for what is in it.
static std::string folderFor(const clang::CompilerInstance &CI) {
  std::string Folder = makesCode(CI) ? folder() : "";
  if (!Folder.empty())
    removeLeftOver(Folder);
  return Folder;
}

void handOver(const Analysis &A, const Unit &U,
              const clang::CompilerInstance &CI) {
  std::string Folder = folderFor(CI);
  if (Folder.empty())
    return;
  std::vector<verdict::KernelResult> Kernels = A.Kernels;
  for (verdict::KernelResult &K : Kernels)
    for (verdict::ContextResult &C : K.Contexts)
      C.Milliseconds = 0;
  // Without it, the object has no results; nothing else is lost.
  llvm::consumeError(writeFile(prefix(Folder, U.File, Results) + U.Arch,
                               [&](llvm::raw_ostream &OS) {
                                 report::writeJson(Kernels, OS, A.Problems);
                               }));
}

void handOverLaunches(const Analysis &A, const Unit &U,
                      const clang::CompilerInstance &CI) {
  std::string Folder = folderFor(CI);
  if (Folder.empty())
    return;
  // Without it, the host's compilation says that launches are not checked.
  llvm::consumeError(
      writeFile(prefix(Folder, U.File, ProvedOfLaunches) + U.Arch,
                [&](llvm::raw_ostream &OS) {
                  OS << llvm::json::Value(provedLaunches(A));
                }));
}

/// The documents for this process; they are removed.
static std::vector<std::string> documentsFor(StringRef File, StringRef Kind) {
  std::string Folder = folder();
  std::vector<std::string> Documents;
  if (Folder.empty())
    return {};
  std::string Prefix = prefix(Folder, File, Kind);
  for (const std::string &Path : filesIn(Folder)) {
    if (!StringRef(Path).starts_with(Prefix))
      continue;
    if (auto Text = llvm::MemoryBuffer::getFile(Path))
      Documents.push_back((*Text)->getBuffer().str());
    fs::remove(Path);
  }
  return Documents;
}

void takeOver(StringRef File, clang::CompilerInstance &CI) {
  if (CI.getFrontendOpts().ProgramAction != clang::frontend::EmitObj)
    return;
  std::string Documents; // each ended by a NUL
  for (const std::string &One : documentsFor(File, Results))
    Documents += One + '\0';
  if (Documents.empty())
    return;
  runFirst(CI, [Documents](llvm::Module &M) {
    llvm::embedBufferInModule(M, llvm::MemoryBufferRef(Documents, "racemap"),
                              ".racemap");
  });
}

void takeOverLaunches(StringRef File, clang::CompilerInstance &CI) {
  if (!makesCode(CI))
    return;
  std::vector<std::string> Documents = documentsFor(File, ProvedOfLaunches);
  if (Documents.empty())
    return warn(CI.getDiagnostics(),
                "check-launch: the device code of this file was not analysed "
                "in this compilation; its launches are not checked");
  if (CI.getCodeGenOpts().DisableLLVMPasses)
    return warn(CI.getDiagnostics(),
                "check-launch: launches are not checked in a compilation "
                "without LLVM's passes (-save-temps, -disable-llvm-passes)");
  // Lines for what is said, which leaves no trace in the object.
  using llvm::codegenoptions::DebugInfoKind;
  if (CI.getCodeGenOpts().getDebugInfo() == DebugInfoKind::NoDebugInfo)
    CI.getCodeGenOpts().setDebugInfo(DebugInfoKind::LocTrackingOnly);
  runFirst(CI, [&CI, Documents](llvm::Module &M) {
    if (llvm::Error E = instrument::checkLaunches(M, Documents))
      warn(CI.getDiagnostics(),
           "check-launch: " + llvm::toString(std::move(E)));
  });
}

} // namespace racemap
