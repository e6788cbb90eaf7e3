// ChangedLines - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/ChangedLines.h"
#include "passes/LLVMCompat.h"
#include "passes/driver/TemporaryFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <climits>

namespace racemap {

using llvm::StringRef;
namespace fs = llvm::sys::fs;

/// What a command of git prints.
static llvm::Expected<std::string> git(llvm::ArrayRef<StringRef> Args) {
  auto Program = llvm::sys::findProgramByName("git");
  if (!Program)
    return llvm::createStringError("cannot find git on PATH");
  TemporaryFile Out("git"), Said("git");
  for (const TemporaryFile *F : {&Out, &Said})
    if (llvm::Error E = F->error())
      return std::move(E);
  std::string OutName = Out.path(), SaidName = Said.path();
  std::vector<StringRef> Argv{"git"};
  Argv.insert(Argv.end(), Args.begin(), Args.end());
  int Status = llvm::sys::ExecuteAndWait(
      *Program, Argv, std::nullopt,
      {StringRef(), StringRef(OutName), StringRef(SaidName)});
  auto Read = [](StringRef File) {
    auto Text = llvm::MemoryBuffer::getFile(File);
    return Text ? (*Text)->getBuffer().str() : std::string();
  };
  std::string Printed = Read(OutName), Why = Read(SaidName);
  if (Status)
    return llvm::createStringError("git says: " +
                                   StringRef(Why).split('\n').first);
  return Printed;
}

static std::string wholePath(StringRef File, StringRef Folder = {}) {
  llvm::SmallString<128> Path(File), Real;
  if (Folder.empty())
    fs::make_absolute(Path);
  else
    compat::makeAbsolute(Folder, Path);
  return (fs::real_path(Path, Real) ? Path : Real).str().str();
}

/// "@@ -3,2 +4 @@": the lines that are new in the part behind the plus.
llvm::Error ChangedLines::readDiff(StringRef Text, StringRef Root) {
  std::vector<Range> *File = nullptr;
  for (StringRef Line : llvm::split(Text, '\n')) {
    if (Line.consume_front("+++ ")) {
      StringRef Name = Line.rtrim('\t');
      File = Name == "/dev/null" ? nullptr : &Files[wholePath(Name, Root)];
    } else if (File && Line.starts_with("@@ ")) {
      auto [From, Count] = Line.split('+').second.split(' ').first.split(',');
      unsigned First = 0, Lines = 1;
      if (From.getAsInteger(10, First) ||
          (!Count.empty() && Count.getAsInteger(10, Lines)))
        return llvm::createStringError("git's diff is not understood: " + Line);
      File->push_back({First, Lines ? First + Lines - 1 : First + 1});
    }
  }
  return llvm::Error::success();
}

std::optional<std::string> ChangedLines::repositoryOf(StringRef Folder) {
  auto Top = git(
      {"-C", Folder.empty() ? "." : Folder, "rev-parse", "--show-toplevel"});
  if (Top)
    return StringRef(*Top).trim().str();
  llvm::consumeError(Top.takeError());
  return std::nullopt;
}

llvm::Expected<ChangedLines> ChangedLines::since(StringRef Revision,
                                                 StringRef Top) {
  auto Diff = git({"-C", Top, "-c", "core.quotePath=off", "diff", "--no-color",
                   "--no-ext-diff", "--no-prefix", "--no-renames", "-U0",
                   Revision, "--"});
  if (!Diff)
    return Diff.takeError();
  auto New = git({"-C", Top, "-c", "core.quotePath=off", "ls-files", "--others",
                  "--exclude-standard"});
  if (!New)
    return New.takeError();
  ChangedLines C;
  if (llvm::Error E = C.readDiff(*Diff, Top))
    return std::move(E);
  for (StringRef File : llvm::split(*New, '\n'))
    if (!File.empty())
      C.Files[wholePath(File, Top)] = {{0, UINT_MAX}};
  return C;
}

bool ChangedLines::touch(StringRef File, unsigned From, unsigned To) const {
  auto Found = Files.find(wholePath(File));
  if (Found == Files.end())
    return false;
  for (const Range &R : Found->second)
    if (R.From <= To && From <= R.To)
      return true;
  return false;
}

std::string ChangedLines::text() const {
  std::string Text;
  for (const auto &[File, Ranges] : Files) {
    Text += File;
    for (const Range &R : Ranges)
      Text += " " + llvm::utostr(R.From) + "-" + llvm::utostr(R.To);
    Text += "\n";
  }
  return Text;
}

llvm::Expected<std::string> changesSince(StringRef Revision,
                                         const std::set<std::string> &Files) {
  std::set<std::string> Repositories;
  if (Revision.empty() || Files.empty())
    return std::string();
  for (const std::string &File : Files)
    if (auto Repository =
            ChangedLines::repositoryOf(llvm::sys::path::parent_path(File)))
      Repositories.insert(std::move(*Repository));
  auto Wrong = [&](const llvm::Twine &Why) {
    return llvm::createStringError("option diff=" + Revision + ": " + Why);
  };
  if (Repositories.empty())
    return Wrong("the files are in no repository of git");
  std::string Text;
  for (const std::string &Repository : Repositories) {
    auto Changes = ChangedLines::since(Revision, Repository);
    if (!Changes)
      return Wrong(llvm::toString(Changes.takeError()));
    Text += Changes->text();
  }
  return Text;
}

} // namespace racemap
