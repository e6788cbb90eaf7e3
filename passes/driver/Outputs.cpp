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

namespace {
/// Writes files; what fails becomes a problem.
class OutputFiles {
public:
  OutputFiles(Analysis &A, llvm::StringRef UnitName, llvm::StringRef Arch)
      : A(A), UnitName(UnitName), Arch(Arch) {}

  /// Name with %u and %arch replaced.
  std::string expand(llvm::StringRef Name) const {
    std::string Unit = llvm::utohexstr(llvm::xxh3_64bits(UnitName), true);
    std::string Text = replaceAll(Name.str(), "%u", Unit);
    return replaceAll(Text, "%arch", Arch.str());
  }

  void write(llvm::StringRef Option, const std::string &Path,
             llvm::function_ref<void(llvm::raw_ostream &)> Contents) {
    if (Path == "-") {
      Contents(llvm::outs());
      llvm::outs().flush();
      return;
    }
    std::error_code Error;
    llvm::raw_fd_ostream OS(Path, Error, llvm::sys::fs::OF_Text);
    if (!Error) {
      Contents(OS);
      OS.close();
      Error = OS.error();
      OS.clear_error();
    }
    if (Error)
      A.Problems.push_back(
          (Option + "=" + Path + ": cannot write: " + Error.message()).str());
  }

private:
  static std::string replaceAll(std::string Text, llvm::StringRef From,
                                llvm::StringRef To) {
    for (size_t At = 0; (At = Text.find(From.str(), At)) != std::string::npos;
         At += To.size())
      Text.replace(At, From.size(), To.str());
    return Text;
  }

  Analysis &A;
  llvm::StringRef UnitName, Arch;
};
} // namespace

static std::string inside(llvm::StringRef Directory, const llvm::Twine &Name) {
  llvm::SmallString<128> Path(Directory);
  llvm::sys::path::append(Path, Name);
  return Path.str().str();
}

void writeOutputs(Analysis &A, const Options &O, llvm::StringRef UnitName,
                  llvm::StringRef Arch) {
  OutputFiles Files(A, UnitName, Arch);
  if (!O.EmitMap.empty()) {
    std::string Path = Files.expand(O.EmitMap);
    auto All = [&](llvm::raw_ostream &OS) {
      for (const map::Protocol &P : A.Protocols)
        map::print(P, OS);
    };
    if (!llvm::sys::fs::is_directory(Path))
      Files.write("emit-map", Path, All);
    else
      for (const map::Protocol &P : A.Protocols)
        Files.write("emit-map", inside(Path, P.Mangled + ".map"),
                    [&](llvm::raw_ostream &OS) { map::print(P, OS); });
  }
  if (!O.Json.empty()) {
    std::string Path = Files.expand(O.Json);
    if (llvm::sys::fs::is_directory(Path))
      Path = inside(Path,
                    Files.expand(Arch.empty() ? "%u.json" : "%u-%arch.json"));
    Files.write("json", Path, [&](llvm::raw_ostream &OS) {
      report::writeJson(A.Kernels, OS, A.Problems);
    });
  }
}

} // namespace racemap
