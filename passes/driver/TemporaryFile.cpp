// TemporaryFile - see the header.
//
// LLVM's handler of signals removes files, not folders, and then raises the
// signal again, for the handler that was there before it: that one removes the
// folder. A signal that is ignored (nohup, jobs that a script has in the
// background) removes nothing: the process goes on.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/TemporaryFile.h"
#include "passes/driver/Driver.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <climits>
#include <csignal>
#include <cstdio>
#include <mutex>
#include <unistd.h>

namespace racemap {

namespace fs = llvm::sys::fs;

/// The folder that a signal would leave.
static char Left[PATH_MAX];

static void removeFolder(int Signal) {
  rmdir(Left);
  raise(Signal);
}

/// Takes the place of the default only, LLVM's handler in front of it. Where
/// that is there already, as in clang, an empty folder is left.
static void watchSignals(llvm::StringRef FirstFile) {
  struct sigaction Action = {}, Former;
  Action.sa_handler = removeFolder;
  Action.sa_flags = SA_NODEFER | int(SA_RESETHAND);
  llvm::SmallVector<int, 5> Ignored;
  for (int Signal : {SIGHUP, SIGINT, SIGTERM, SIGQUIT, SIGXCPU}) {
    if (sigaction(Signal, nullptr, &Former) || Former.sa_flags & SA_SIGINFO)
      continue;
    if (Former.sa_handler == SIG_DFL)
      sigaction(Signal, &Action, nullptr);
    else if (Former.sa_handler == SIG_IGN)
      Ignored.push_back(Signal);
  }
  llvm::sys::RemoveFileOnSignal(FirstFile);
  for (int Signal : Ignored)
    std::signal(Signal, SIG_IGN);
}

/// The folder of all files that there are; gone with the last of them.
static std::shared_ptr<TemporaryFolder> folderOfAll() {
  static std::mutex Lock;
  static std::weak_ptr<TemporaryFolder> Known;
  std::lock_guard Guard(Lock);
  std::shared_ptr<TemporaryFolder> Its = Known.lock();
  if (Its)
    return Its;
  Known = Its = std::make_shared<TemporaryFolder>();
  std::snprintf(Left, sizeof Left, "%s", Its->path().c_str());
  return Its;
}

TemporaryFile::TemporaryFile(llvm::StringRef Suffix) : Folder(folderOfAll()) {
  static std::atomic<unsigned> Count = 0;
  std::string Name =
      ("racemap-" + llvm::Twine(unsigned(Count++)) + "." + Suffix).str();
  Path = Folder->file(Name);
  Code = Folder->code();
  if (Code)
    return;
  [[maybe_unused]] static bool Once = (watchSignals(Path), true);
  llvm::sys::RemoveFileOnSignal(Path);
  int File = -1;
  Code = fs::openFileForWrite(Path, File, fs::CD_CreateNew, fs::OF_None,
                              fs::owner_read | fs::owner_write);
  if (!Code)
    close(File);
}

TemporaryFile::~TemporaryFile() {
  fs::remove(Path);
  llvm::sys::DontRemoveFileOnSignal(Path);
}

llvm::Error TemporaryFile::error() const {
  if (!Code)
    return llvm::Error::success();
  llvm::SmallString<128> In;
  llvm::sys::path::system_temp_directory(/*erasedOnReboot=*/true, In);
  return llvm::createStringError("cannot make a temporary file in " + In +
                                 ": " + Code.message());
}

llvm::Error TemporaryFile::probe() const {
  return writeFile(Path, [](llvm::raw_ostream &OS) { OS << '\n'; });
}

} // namespace racemap
