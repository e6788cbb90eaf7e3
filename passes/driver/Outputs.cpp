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
#include "runtime/output/Destination.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/xxhash.h"

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

std::string expandName(llvm::StringRef Name, const Unit &U) {
  std::string Text = replaceAll(Name.str(), "%u", hashOf(U));
  return replaceAll(Text, "%arch", U.Arch);
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

static std::string fileOf(const Unit &U, llvm::StringRef Extension) {
  return expandName(U.Arch.empty() ? "%u" : "%u-%arch", U) + Extension.str();
}

/// The name of a file for a kernel, whose name can be any text.
static std::string fileNameOf(llvm::StringRef Mangled) {
  constexpr size_t Most = 200; // names of files have 255 bytes
  std::string Name;
  for (char C : Mangled) {
    bool IsPlain = llvm::isAlnum(C) || llvm::StringRef("_$.-").contains(C);
    Name += IsPlain && !(C == '.' && Name.empty())
                ? std::string(1, C)
                : "%" + llvm::utohexstr(static_cast<uint8_t>(C), false, 2);
  }
  if (Name.size() > Most)
    Name = Name.substr(0, Most) + "%" +
           llvm::utohexstr(llvm::xxh3_64bits(Mangled), /*LowerCase=*/true);
  return Name;
}

/// Ends the writing of a stream, so that it has no error any more.
static std::error_code finish(llvm::raw_fd_ostream &OS) {
  OS.flush();
  std::error_code Error = OS.error();
  OS.clear_error();
  return Error;
}

static llvm::Error result(const llvm::Twine &Name, std::error_code Error) {
  return Error ? llvm::createStringError("cannot write " + Name + ": " +
                                         Error.message())
               : llvm::Error::success();
}

/// Beside: to be removed by a signal.
static int write(int File, const std::string &Beside, Writer Contents) {
  if (!Beside.empty())
    llvm::sys::RemoveFileOnSignal(Beside);
  llvm::raw_fd_ostream OS(File, /*shouldClose=*/false);
  Contents(OS);
  std::error_code Error = finish(OS);
  if (!Beside.empty())
    llvm::sys::DontRemoveFileOnSignal(Beside);
  return Error.value();
}

llvm::Error writeFile(const std::string &Path, Writer Contents) {
  if (Path == "-") {
    Contents(llvm::outs());
    return result("standard output", finish(llvm::outs()));
  }
  int Wrong = output::writeTo(output::destinationOf(Path),
                              [&](int File, const std::string &Beside) {
                                return write(File, Beside, Contents);
                              });
  return result(Path, {Wrong, std::generic_category()});
}

llvm::Error writeFileInside(llvm::StringRef Folder, const llvm::Twine &Name,
                            Writer Contents) {
  llvm::SmallString<128> Path(Folder);
  llvm::sys::path::append(Path, Name);
  std::error_code Error;
  if (fs::is_symlink_file(Path))
    Error = fs::remove(Path);
  return Error ? result(Path, Error) : writeFile(Path.str().str(), Contents);
}

llvm::Error writeOutput(llvm::StringRef Name, llvm::StringRef Extension,
                        const Unit &U, Writer Contents) {
  std::string Path = expandName(Name, U);
  return isFolderToFill(Path)
             ? writeFileInside(Path, fileOf(U, Extension), Contents)
             : writeFile(Path, Contents);
}

namespace {
/// Writes files; what fails becomes a problem.
class OutputFiles {
public:
  OutputFiles(std::vector<std::string> &Problems, const Unit &U)
      : Problems(Problems), U(U) {}

  void writeMaps(llvm::StringRef Name, llvm::ArrayRef<map::Protocol> All) {
    std::string Path = expandName(Name, U);
    if (isFolderToFill(Path)) {
      for (const map::Protocol &P : All)
        note(
            writeFileInside(Path, fileNameOf(P.Mangled) + ".map",
                            [&](llvm::raw_ostream &OS) { map::print(P, OS); }));
      return;
    }
    note(writeFile(Path, [&](llvm::raw_ostream &OS) {
      for (const map::Protocol &P : All)
        map::print(P, OS);
    }));
  }

  void writeJson(llvm::StringRef Name, const Analysis &A) {
    note(writeOutput(Name, ".json", U, [&](llvm::raw_ostream &OS) {
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
    OutputFiles(A.Problems, U).writeJson(O.Json, A);
}

} // namespace racemap
