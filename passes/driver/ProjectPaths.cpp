// ProjectPaths - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/ProjectPaths.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace racemap {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// Of a whole path; empty: it is in no project.
static StringRef projectOf(StringRef File) {
  auto Has = [](StringRef Folder, StringRef Entry) {
    llvm::SmallString<128> Candidate(Folder);
    path::append(Candidate, Entry);
    return fs::exists(Candidate);
  };
  StringRef Folder = path::parent_path(File);
  while (!Folder.empty() && !Has(Folder, ".git") &&
         !Has(Folder, ".racemap.toml"))
    Folder = path::parent_path(Folder);
  return Folder;
}

const ProjectPaths::Place &ProjectPaths::placeOf(StringRef File) {
  auto [Entry, IsNew] = Known.try_emplace(File);
  Place &P = Entry->second;
  if (!IsNew)
    return P;
  llvm::SmallString<128> Whole;
  if (fs::real_path(File, Whole)) {
    P.Name = File.str();
    return P;
  }
  StringRef Root = projectOf(Whole);
  P.Root = Root.str();
  StringRef Name = Whole;
  if (Name.consume_front(Root) && !Root.empty())
    Name = Name.ltrim('/');
  P.Name = Name.str();
  return P;
}

std::string ProjectPaths::nameOf(StringRef File) {
  const Place &P = placeOf(File);
  return P.Root.empty() ? path::filename(P.Name).str() : P.Name;
}

std::string ProjectPaths::nameOf(StringRef File, StringRef From) {
  return placeOf(From).Root.empty() ? placeOf(File).Name : nameOf(File);
}

} // namespace racemap
