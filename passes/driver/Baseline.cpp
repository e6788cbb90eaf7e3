// Baseline - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/Baseline.h"
#include "passes/report/JsonReader.h"
#include "passes/report/JsonText.h"
#include "passes/report/Wording.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/xxhash.h"

namespace racemap {

using llvm::StringRef;
using verdict::Finding;
using verdict::KernelResult;
using verdict::Site;
namespace json = llvm::json;

std::string fingerprint(const KernelResult &K, const Finding &F,
                        SourceLines &Source, ProjectPaths &Paths) {
  auto NameOf = [&](StringRef File) {
    return Paths.nameOf(File, /*From=*/K.Where.File);
  };
  std::string Text = (report::name(F.TheKind) + "\n" + K.Name + "\n" +
                      NameOf(K.Where.File) + "\n" + F.Array)
                         .str();
  std::vector<std::string> Sites;
  for (const Site &S : F.Sites) {
    StringRef Line = Source.at(S.Where.File, S.Where.Line);
    Sites.push_back((report::name(S.TheRole) + " " + NameOf(S.Where.File) +
                     " " +
                     (Line.empty() ? llvm::utostr(S.Where.Line) : Line.str()))
                        .str());
  }
  llvm::sort(Sites);
  for (const std::string &S : Sites)
    Text += "\n" + S;
  return llvm::utohexstr(llvm::xxh3_64bits(Text), /*LowerCase=*/true, 16);
}

llvm::Expected<Baseline> Baseline::read(StringRef Path) {
  auto Fail = [&](const llvm::Twine &Why) {
    return llvm::createStringError("baseline " + Path + ": " + Why);
  };
  auto Text = llvm::MemoryBuffer::getFile(Path);
  if (!Text)
    return Fail("cannot read: " + Text.getError().message());
  auto Document = report::parseJson((*Text)->getBuffer(), "baseline " + Path);
  if (!Document)
    return Document.takeError();
  const json::Object *Root = Document->getAsObject();
  const json::Array *All = Root ? Root->getArray("findings") : nullptr;
  if (!All || Root->getInteger("version") != 1)
    return Fail("not what --write-baseline of this version writes");
  Baseline B;
  for (const json::Value &V : *All) {
    const json::Object *F = V.getAsObject();
    auto Print = F ? F->getString("fingerprint") : std::nullopt;
    if (!Print)
      return Fail("finding " + llvm::Twine(B.Counts.size() + 1) +
                  " has no fingerprint");
    B.Counts[*Print] += F->getInteger("count").value_or(1);
  }
  return B;
}

} // namespace racemap
