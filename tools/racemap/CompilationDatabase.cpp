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
  const Options &O;
  std::set<std::vector<std::string>> Known;
};
} // namespace

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
  Entry Found{0, Directory->str(), absolutePath(*Directory, *File), {}};
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

void Reader::add(const Entry &E) {
  llvm::ArrayRef<std::string> Args = E.Command;
  Compiler Who = takeCompiler(Args);
  if (Who == Compiler::Other)
    return;
  auto Line = lineOf(E, Who, Args);
  if (!Line)
    return problem(E.Number, E.File + ": " + llvm::toString(Line.takeError()));
  for (CudaUnit &U : unitsOf(*Line, O)) {
    U.Directory = E.Directory;
    U.File = absolutePath(E.Directory, U.File);
    Words Identity = U.Flags;
    Identity.insert(Identity.end(), {U.Directory, U.File, U.Arch});
    if (!Known.insert(std::move(Identity)).second)
      continue;
    if (!llvm::sys::fs::is_directory(U.Directory))
      problem(E.Number, U.File + ": no such folder: " + U.Directory + Stale);
    else if (!llvm::sys::fs::exists(U.File))
      problem(E.Number, "no such file: " + U.File + Stale);
    else
      Database.Units.push_back(std::move(U));
  }
}

/// The entries of these files; an error if one has none.
static llvm::Expected<std::vector<Entry>>
select(std::vector<Entry> All, llvm::ArrayRef<std::string> Files,
       StringRef Path) {
  if (Files.empty())
    return std::move(All);
  llvm::SmallString<128> Here;
  llvm::sys::fs::current_path(Here);
  std::set<std::string> Wanted, Found;
  for (const std::string &File : Files)
    Wanted.insert(absolutePath(Here, File));
  std::vector<Entry> Chosen;
  for (Entry &E : All)
    if (Wanted.count(E.File)) {
      Found.insert(E.File);
      Chosen.push_back(std::move(E));
    }
  for (const std::string &File : Wanted)
    if (!Found.count(File))
      return llvm::createStringError(Path + ": no entry for " + File);
  return std::move(Chosen);
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
  auto Chosen = select(std::move(*Entries), Files, R.Path);
  if (!Chosen)
    return Chosen.takeError();
  for (const Entry &E : *Chosen)
    R.add(E);
  R.Database.Path = R.Path;
  return std::move(R.Database);
}

} // namespace racemap
