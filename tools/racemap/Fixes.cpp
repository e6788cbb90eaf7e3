// Fixes - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Fixes.h"
#include "passes/LLVMCompat.h"
#include "passes/driver/Driver.h"
#include "passes/driver/SourceText.h"
#include "runtime/output/Printable.h"
#include "runtime/output/SourceName.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cstdlib>

namespace racemap {

using llvm::StringRef;
namespace json = llvm::json;

/// Does the name of the function end in arguments of a template?
static bool isInstance(const std::string &Mangled) {
  llvm::ItaniumPartialDemangler D; // keeps parts of Mangled
  if (D.partialDemangle(Mangled.c_str()) || !D.isFunction())
    return false;
  size_t Size = 0;
  char *Name = D.getFunctionName(nullptr, &Size);
  bool Is = Name && StringRef(Name).ends_with(">");
  std::free(Name);
  return Is;
}

void Fixes::note(const json::Object &Kernel, const json::Object &Finding,
                 StringRef Directory) {
  const json::Object *Repair = Finding.getObject("repair");
  if (!Repair || Finding.getString("hidden") ||
      !Repair->getBoolean("verified").value_or(false) ||
      isInstance(Kernel.getString("mangled").value_or("").str()))
    return;
  llvm::SmallString<128> File(Repair->getString("file").value_or(""));
  if (File.empty())
    return;
  if (Directory.empty())
    llvm::sys::fs::make_absolute(File);
  else
    compat::makeAbsolute(Directory, File);
  llvm::sys::path::remove_dots(File, /*remove_dot_dot=*/true);
  auto At = [&](StringRef Key) {
    return unsigned(Repair->getInteger(Key).value_or(0));
  };
  Files[File.str().str()].try_emplace(
      {At("line"), At("column")},
      Repair->getString("insert").value_or("").str());
}

/// In front of a statement that something else does not begin on this line.
static bool mayStandBehind(StringRef Before) {
  Before = Before.rtrim();
  return Before.empty() || StringRef("{};").contains(Before.back());
}

static std::string placeOf(const std::string &File,
                           std::pair<unsigned, unsigned> Place) {
  return File + ":" + std::to_string(Place.first) + ":" +
         std::to_string(Place.second) + ": ";
}

llvm::Error Fixes::applyTo(const std::string &File, const Insertions &All) {
  if (!output::isSourceName(File))
    return llvm::createStringError(File + ": is not changed: by its name, it "
                                          "is no source");
  auto Text = readSource(File);
  if (!Text)
    return llvm::createStringError(File + ": cannot read this file");
  std::vector<std::string> Lines;
  for (StringRef Line : llvm::split(Text->getBuffer(), '\n'))
    Lines.push_back(Line.str());
  for (auto I = All.rbegin(); I != All.rend(); ++I) {
    auto [Line, Column] = I->first;
    if (Line == 0 || Line > Lines.size() || Column == 0 ||
        Column > Lines[Line - 1].size() ||
        !mayStandBehind(StringRef(Lines[Line - 1]).take_front(Column - 1)))
      return llvm::createStringError(
          placeOf(File, I->first) +
          "no statement begins here, so the file is not changed");
    Lines[Line - 1].insert(Column - 1,
                           I->second + "\n" + std::string(Column - 1, ' '));
  }
  return writeFile(
      File, [&](llvm::raw_ostream &OS) { OS << llvm::join(Lines, "\n"); });
}

void Fixes::apply(llvm::raw_ostream &OS,
                  std::vector<std::string> &Problems) const {
  size_t Count = 0;
  for (const auto &[File, All] : Files) {
    if (llvm::Error E = applyTo(File, All)) {
      Problems.push_back(llvm::toString(std::move(E)));
      continue;
    }
    Count += All.size();
    for (const auto &[Place, Text] : All)
      OS << output::printableLine(placeOf(File, Place) + "inserted '" + Text +
                                  "'")
         << "\n";
  }
  OS << Count << (Count == 1 ? " repair" : " repairs") << " inserted"
     << (Count ? "; run the check again" : "") << "\n";
}

} // namespace racemap
