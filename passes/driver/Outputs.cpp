// Outputs - the files that options ask for.
//
// %u in a name stands for a hash of the unit, %arch for the architecture; a
// directory gets one file per unit (JSON) or per kernel (MAPs).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/Driver.h"
#include "passes/map/Printer.h"
#include "passes/report/Json.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

namespace racemap {

static std::string replaceAll(std::string Text, llvm::StringRef From,
                              llvm::StringRef To) {
  for (size_t At = 0; (At = Text.find(From.str(), At)) != std::string::npos;
       At += To.size())
    Text.replace(At, From.size(), To.str());
  return Text;
}

/// The same for every compilation of the unit, and for no other unit.
static std::string hashOf(llvm::StringRef File) {
  llvm::SmallString<256> Path(File);
  llvm::sys::fs::make_absolute(Path);
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return llvm::utohexstr(llvm::xxh3_64bits(Path), /*LowerCase=*/true);
}

static std::string expand(llvm::StringRef Name, const Unit &U) {
  std::string Text = replaceAll(Name.str(), "%u", hashOf(U.File));
  return replaceAll(Text, "%arch", U.Arch);
}

static std::string inside(llvm::StringRef Directory, const llvm::Twine &Name) {
  llvm::SmallString<128> Path(Directory);
  llvm::sys::path::append(Path, Name);
  return Path.str().str();
}

std::string jsonPath(const Options &O, const Unit &U) {
  std::string Path = expand(O.Json, U);
  if (!llvm::sys::fs::is_directory(Path))
    return Path;
  return inside(Path, expand(U.Arch.empty() ? "%u.json" : "%u-%arch.json", U));
}

llvm::Error writeFile(const std::string &Path,
                      llvm::function_ref<void(llvm::raw_ostream &)> Contents) {
  if (Path == "-") {
    Contents(llvm::outs());
    llvm::outs().flush();
    return llvm::Error::success();
  }
  std::error_code Error;
  llvm::raw_fd_ostream OS(Path, Error, llvm::sys::fs::OF_Text);
  if (!Error) {
    Contents(OS);
    OS.close();
    Error = OS.error();
    OS.clear_error();
  }
  if (!Error)
    return llvm::Error::success();
  return llvm::createStringError("cannot write " + Path + ": " +
                                 Error.message());
}

namespace {
/// Writes files; what fails becomes a problem.
class OutputFiles {
public:
  OutputFiles(Analysis &A, const Unit &U) : A(A), U(U) {}

  void writeMaps(llvm::StringRef Name) {
    std::string Path = expand(Name, U);
    if (llvm::sys::fs::is_directory(Path)) {
      for (const map::Protocol &P : A.Protocols)
        note(writeFile(inside(Path, P.Mangled + ".map"),
                       [&](llvm::raw_ostream &OS) { map::print(P, OS); }));
      return;
    }
    note(writeFile(Path, [&](llvm::raw_ostream &OS) {
      for (const map::Protocol &P : A.Protocols)
        map::print(P, OS);
    }));
  }

  void writeJson(const std::string &Path) {
    note(writeFile(Path, [&](llvm::raw_ostream &OS) {
      report::writeJson(A.Kernels, OS, A.Problems);
    }));
  }

private:
  void note(llvm::Error E) {
    if (E)
      A.Problems.push_back(llvm::toString(std::move(E)));
  }

  Analysis &A;
  const Unit &U;
};
} // namespace

void writeOutputs(Analysis &A, const Options &O, const Unit &U) {
  OutputFiles Files(A, U);
  if (!O.EmitMap.empty())
    Files.writeMaps(O.EmitMap);
  if (!O.WriteBaseline.empty())
    A.Problems.push_back("option write-baseline is for racemap check");
  if (!O.Json.empty())
    Files.writeJson(jsonPath(O, U));
}

} // namespace racemap
