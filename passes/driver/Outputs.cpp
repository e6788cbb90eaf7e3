// Outputs - the files that options ask for.
//
// %u in a name stands for a hash of the unit: its file, flags and architecture;
// %arch for that alone. A directory gets one file per unit (JSON) or per kernel
// (MAPs); one that is not there yet ends in a slash.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/Driver.h"
#include "passes/map/Printer.h"
#include "passes/report/Json.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/xxhash.h"
#include <atomic>

namespace racemap {

namespace fs = llvm::sys::fs;

static std::string replaceAll(std::string Text, llvm::StringRef From,
                              llvm::StringRef To) {
  for (size_t At = 0; (At = Text.find(From.str(), At)) != std::string::npos;
       At += To.size())
    Text.replace(At, From.size(), To.str());
  return Text;
}

/// The same for every compilation of the unit, and for no other unit.
static std::string hashOf(const Unit &U) {
  llvm::SmallString<256> Path(U.File);
  fs::make_absolute(Path);
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  if (!U.Flags.empty())
    (((Path += '\0') += U.Flags) += '\0') += U.Arch;
  return llvm::utohexstr(llvm::xxh3_64bits(Path), /*LowerCase=*/true);
}

static std::string expand(llvm::StringRef Name, const Unit &U) {
  std::string Text = replaceAll(Name.str(), "%u", hashOf(U));
  return replaceAll(Text, "%arch", U.Arch);
}

static std::string inside(llvm::StringRef Directory, const llvm::Twine &Name) {
  llvm::SmallString<128> Path(Directory);
  llvm::sys::path::append(Path, Name);
  return Path.str().str();
}

bool isFolder(llvm::StringRef Output) {
  return Output.ends_with("/") || fs::is_directory(Output);
}

/// If it cannot be made, nor can the file in it, which is what is said.
static bool isFolderToFill(llvm::StringRef Path) {
  if (Path.ends_with("/"))
    fs::create_directories(Path);
  return isFolder(Path);
}

std::string outputPath(llvm::StringRef Name, llvm::StringRef Extension,
                       const Unit &U) {
  std::string Path = expand(Name, U);
  if (!isFolderToFill(Path))
    return Path;
  return inside(Path,
                expand(U.Arch.empty() ? "%u" : "%u-%arch", U) + Extension);
}

/// Ends the writing of a stream, so that it has no error any more.
static std::error_code finish(llvm::raw_fd_ostream &OS) {
  OS.flush();
  std::error_code Error = OS.error();
  OS.clear_error();
  return Error;
}

/// Links, devices and pipes are not.
static bool isReplaceable(const std::string &Path) {
  fs::file_status Status;
  fs::status(Path, Status, /*follow=*/false);
  return Status.type() == fs::file_type::file_not_found ||
         (fs::is_regular_file(Status) &&
          !fs::access(Path, fs::AccessMode::Write));
}

/// A new file beside Path, whose name is New then. LLVM's temporary files take
/// each % of a path for a digit to choose.
static std::error_code createBeside(const std::string &Path, std::string &New,
                                    int &File) {
  static std::atomic<unsigned> Count = 0;
  std::error_code Error;
  do {
    New = Path + "." + std::to_string(llvm::sys::Process::getProcessId()) +
          "-" + std::to_string(Count++);
    Error = fs::openFileForWrite(New, File, fs::CD_CreateNew, fs::OF_Text);
  } while (Error == std::errc::file_exists);
  return Error;
}

static std::error_code replaceFile(const std::string &Path, Writer Contents) {
  std::string New;
  int File = -1;
  if (std::error_code Error = createBeside(Path, New, File))
    return Error;
  llvm::sys::RemoveFileOnSignal(New);
  llvm::raw_fd_ostream OS(File, /*shouldClose=*/true);
  Contents(OS);
  OS.close();
  std::error_code Error = OS.error();
  OS.clear_error();
  if (!Error)
    Error = fs::rename(New, Path);
  if (Error)
    fs::remove(New);
  llvm::sys::DontRemoveFileOnSignal(New);
  return Error;
}

static std::error_code overwriteFile(const std::string &Path, Writer Contents) {
  std::error_code Error;
  llvm::raw_fd_ostream OS(Path, Error, fs::OF_Text);
  if (Error)
    return Error;
  Contents(OS);
  return finish(OS);
}

llvm::Error writeFile(const std::string &Path, Writer Contents) {
  auto Result = [](llvm::StringRef Name, std::error_code Error) {
    return Error ? llvm::createStringError("cannot write " + Name + ": " +
                                           Error.message())
                 : llvm::Error::success();
  };
  if (Path == "-") {
    Contents(llvm::outs());
    return Result("standard output", finish(llvm::outs()));
  }
  std::error_code Error = std::make_error_code(std::errc::permission_denied);
  if (isReplaceable(Path))
    Error = replaceFile(Path, Contents);
  if (Error == std::errc::permission_denied) // of the folder, maybe
    Error = overwriteFile(Path, Contents);
  return Result(Path, Error);
}

namespace {
/// Writes files; what fails becomes a problem.
class OutputFiles {
public:
  OutputFiles(std::vector<std::string> &Problems, const Unit &U)
      : Problems(Problems), U(U) {}

  void writeMaps(llvm::StringRef Name, llvm::ArrayRef<map::Protocol> All) {
    std::string Path = expand(Name, U);
    if (isFolderToFill(Path)) {
      for (const map::Protocol &P : All)
        note(writeFile(inside(Path, P.Mangled + ".map"),
                       [&](llvm::raw_ostream &OS) { map::print(P, OS); }));
      return;
    }
    note(writeFile(Path, [&](llvm::raw_ostream &OS) {
      for (const map::Protocol &P : All)
        map::print(P, OS);
    }));
  }

  void writeJson(const std::string &Path, const Analysis &A) {
    note(writeFile(Path, [&](llvm::raw_ostream &OS) {
      report::writeJson(A.Kernels, OS, A.Problems);
    }));
  }

private:
  void note(llvm::Error E) {
    if (E)
      Problems.push_back(llvm::toString(std::move(E)));
  }

  std::vector<std::string> &Problems;
  const Unit &U;
};
} // namespace

void writeMaps(llvm::ArrayRef<map::Protocol> Protocols, const Options &O,
               const Unit &U, std::vector<std::string> &Problems) {
  if (!O.EmitMap.empty())
    OutputFiles(Problems, U).writeMaps(O.EmitMap, Protocols);
}

void writeOutputs(Analysis &A, const Options &O, const Unit &U) {
  if (llvm::StringRef Name = O.ofCheckAlone(); !Name.empty())
    A.Problems.push_back(("option " + Name + " is for racemap check").str());
  if (!O.Json.empty())
    OutputFiles(A.Problems, U).writeJson(outputPath(O.Json, ".json", U), A);
}

} // namespace racemap
