// CompilationDatabase - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CompilationDatabase.h"
#include "Nvcc.h"
#include "passes/LLVMCompat.h"
#include "passes/report/JsonReader.h"
#include "passes/report/JsonText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <set>

namespace racemap {

using llvm::StringRef;
using Words = std::vector<std::string>;
namespace json = llvm::json;
namespace path = llvm::sys::path;

namespace {
struct Entry {
  size_t Number = 0;           ///< from 1, in the file
  std::string Directory, File; ///< absolute
  Words Command;
  bool IsSelected = true;
};

class Reader {
public:
  Reader(std::string Path, const Options &O) : Path(std::move(Path)), O(O) {}

  /// Without those that are none, which become problems.
  llvm::Expected<std::vector<Entry>> entries();
  void add(const Entry &E);
  void problem(size_t Number, const llvm::Twine &Text) {
    Database.Problems.push_back(
        (Path + ": entry " + llvm::Twine(Number) + ": " + Text).str());
  }

  CompilationDatabase Database;
  std::string Path;

private:
  void addCuda(const Entry &E, CudaUnit U);
  void addCaller(const Entry &E, CallerUnit U);
  bool isNew(Words Flags, const std::string &Directory, const std::string &File,
             const std::string &Kind) {
    Flags.insert(Flags.end(), {Directory, File, Kind});
    return Known.insert(std::move(Flags)).second;
  }

  const Options &O;
  std::set<Words> Known;
  size_t Count = 0; ///< of units
};
} // namespace

constexpr llvm::StringLiteral OthersCuda =
    "its compiler is neither clang nor nvcc";
constexpr llvm::StringLiteral Stale = "; is the build folder out of date?";

std::string absolutePath(StringRef Directory, StringRef File) {
  llvm::SmallString<128> Path(File);
  compat::makeAbsolute(Directory, Path);
  path::remove_dots(Path, /*remove_dot_dot=*/true);
  return Path.str().str();
}

/// The error says what is wrong with it, and of which file it is.
static llvm::Expected<Entry> entryOf(const json::Value &V) {
  const json::Object *E = V.getAsObject();
  if (!E)
    return llvm::createStringError("an object is expected");
  auto File = E->getString("file");
  if (!File)
    return llvm::createStringError("'file' is missing or not a string");
  auto Fail = [&](const llvm::Twine &Why) {
    return llvm::createStringError(*File + ": " + Why);
  };
  auto Directory = E->getString("directory");
  if (!Directory)
    return Fail("'directory' is missing or not a string");
  Entry Found{0, Directory->str(), absolutePath(*Directory, *File), {}, true};
  if (const json::Array *Arguments = E->getArray("arguments")) {
    for (const json::Value &Word : *Arguments)
      if (auto Text = Word.getAsString())
        Found.Command.push_back(Text->str());
      else
        return Fail("'arguments' are not all strings");
  } else if (auto Command = E->getString("command")) {
    Found.Command = splitWords(*Command);
  }
  if (Found.Command.empty())
    return Fail("'command' or 'arguments' are missing or empty");
  return Found;
}

llvm::Expected<std::vector<Entry>> Reader::entries() {
  auto Text = llvm::MemoryBuffer::getFile(Path);
  if (!Text)
    return llvm::createStringError(
        Path + ": cannot read: " + Text.getError().message() +
        "; CMake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON");
  auto Document = report::parseJson((*Text)->getBuffer(), Path);
  if (!Document)
    return Document.takeError();
  const json::Array *All = Document->getAsArray();
  if (!All)
    return llvm::createStringError(Path + ": a list of entries is expected");
  std::vector<Entry> Entries;
  for (size_t I = 0; I < All->size(); ++I)
    if (auto E = entryOf((*All)[I])) {
      E->Number = I + 1;
      Entries.push_back(std::move(*E));
    } else {
      problem(I + 1, llvm::toString(E.takeError()));
    }
  return Entries;
}

enum class Compiler { Clang, Nvcc, Other };

static Compiler compilerOf(StringRef Word) {
  StringRef Name = path::filename(Word);
  if (Name.starts_with("nvcc"))
    return Compiler::Nvcc;
  return Name.starts_with("clang") ? Compiler::Clang : Compiler::Other;
}

/// Takes the words up to the compiler away. "racemap nvcc nvcc ..." names it
/// twice.
static Compiler takeCompiler(llvm::ArrayRef<std::string> &Command) {
  Compiler Found = Compiler::Other;
  size_t Last = 0;
  for (size_t I = 0; I < Command.size(); ++I) {
    StringRef Word = Command[I];
    if (Found != Compiler::Other && !Word.starts_with("--racemap-") &&
        !Word.starts_with("--sanitize") && compilerOf(Word) == Compiler::Other)
      break;
    if (compilerOf(Word) != Compiler::Other) {
      Found = compilerOf(Word);
      Last = I;
    }
  }
  Command = Command.drop_front(Found == Compiler::Other ? 0 : Last + 1);
  return Found;
}

/// The command line in clang's words.
static llvm::Expected<CommandLine> lineOf(const Entry &E, Compiler Who,
                                          llvm::ArrayRef<std::string> Args) {
  if (Who == Compiler::Nvcc) {
    auto Line = NvccLine::parse(Args, E.Directory);
    if (!Line)
      return Line.takeError();
    return CommandLine::parse(Line->Flags);
  }
  auto Flags = fromNvcc(Args, E.Directory);
  if (!Flags)
    return Flags.takeError();
  return CommandLine::parse(*Flags);
}

/// What keeps a unit from being compiled, or nothing.
static std::string missing(StringRef Directory, StringRef File) {
  if (!llvm::sys::fs::is_directory(Directory))
    return (File + ": no such folder: " + Directory + Stale).str();
  if (!llvm::sys::fs::exists(File))
    return ("no such file: " + File + Stale).str();
  return {};
}

void Reader::addCuda(const Entry &E, CudaUnit U) {
  U.Directory = E.Directory;
  U.File = absolutePath(E.Directory, U.File);
  if (!E.IsSelected)
    return addCaller(E, CallerUnit::of(U));
  if (!isNew(U.Flags, U.Directory, U.File, U.Arch))
    return;
  if (std::string Why = missing(U.Directory, U.File); !Why.empty())
    return problem(E.Number, Why);
  U.Number = Count++;
  Database.Units.push_back(std::move(U));
}

void Reader::addCaller(const Entry &E, CallerUnit U) {
  U.Directory = E.Directory;
  U.File = absolutePath(E.Directory, U.File);
  if (!isNew(U.Flags, U.Directory, U.File, U.Language))
    return;
  if (U.Problem.empty())
    U.Problem = missing(U.Directory, U.File);
  U.Number = Count++;
  Database.Callers.push_back(std::move(U));
}

/// g++ and its like, perhaps behind what starts them, take C as C++.
static bool isCxx(llvm::ArrayRef<std::string> Command) {
  for (StringRef Word : Command) {
    if (Word.starts_with("-") || path::extension(Word) == ".c")
      return false;
    if (path::filename(Word).contains("++"))
      return true;
  }
  return false;
}

void Reader::add(const Entry &E) {
  llvm::ArrayRef<std::string> Args = E.Command;
  Compiler Who = takeCompiler(Args);
  bool IsCuda = Who != Compiler::Other;
  auto Line = lineOf(E, Who, Args);
  if (!Line) {
    std::string Why = llvm::toString(Line.takeError());
    if (IsCuda && E.IsSelected)
      return problem(E.Number, E.File + ": " + Why);
    return addCaller(E, CallerUnit::without(E.File, Why));
  }
  for (CudaUnit &U : unitsOf(*Line, O))
    if (IsCuda)
      addCuda(E, std::move(U));
    else
      addCaller(E, CallerUnit::without(U.File, OthersCuda.str()));
  for (CallerUnit &U : hostUnitsOf(*Line, isCxx(E.Command))) {
    if (Who == Compiler::Nvcc)
      U.Flags.push_back("-D__NVCC__");
    addCaller(E, std::move(U));
  }
}

/// Selects the entries of these files; an error if one has none.
static llvm::Error select(std::vector<Entry> &All,
                          llvm::ArrayRef<std::string> Files, StringRef Path) {
  if (Files.empty())
    return llvm::Error::success();
  llvm::SmallString<128> Here;
  llvm::sys::fs::current_path(Here);
  std::set<std::string> Wanted, Found;
  for (const std::string &File : Files)
    Wanted.insert(absolutePath(Here, File));
  for (Entry &E : All) {
    E.IsSelected = Wanted.count(E.File);
    if (E.IsSelected)
      Found.insert(E.File);
  }
  for (const std::string &File : Wanted)
    if (!Found.count(File))
      return llvm::createStringError(Path + ": no entry for " + File);
  return llvm::Error::success();
}

llvm::Expected<CompilationDatabase>
CompilationDatabase::read(StringRef Build, llvm::ArrayRef<std::string> Files,
                          const Options &O) {
  llvm::SmallString<128> Path(Build);
  bool IsFile = llvm::sys::fs::exists(Path) ? !llvm::sys::fs::is_directory(Path)
                                            : path::extension(Path) == ".json";
  if (!IsFile)
    path::append(Path, "compile_commands.json");
  Reader R(Path.str().str(), O);
  auto Entries = R.entries();
  if (!Entries)
    return Entries.takeError();
  if (llvm::Error E = select(*Entries, Files, R.Path))
    return std::move(E);
  for (const Entry &E : *Entries)
    R.add(E);
  R.Database.Path = R.Path;
  return std::move(R.Database);
}

} // namespace racemap
