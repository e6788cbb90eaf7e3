// Results - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Results.h"
#include "passes/report/Wording.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace racemap {

using llvm::StringRef;
using verdict::Certainty;

llvm::Error Results::add(StringRef Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return llvm::errorCodeToError(Buffer.getError());
  auto Document = llvm::json::parse((*Buffer)->getBuffer());
  if (!Document)
    return Document.takeError();
  llvm::json::Object *Root = Document->getAsObject();
  llvm::json::Array *New = Root ? Root->getArray("kernels") : nullptr;
  if (!New)
    return llvm::createStringError("the plugin wrote no results");
  for (llvm::json::Value &K : *New) {
    if (const llvm::json::Object *Kernel = K.getAsObject())
      count(*Kernel);
    Kernels.push_back(std::move(K));
  }
  Root->erase("kernels");
  Head = std::move(*Root);
  return llvm::Error::success();
}

static bool isShown(const llvm::json::Object &F, Certainty Level) {
  if (F.getBoolean("benign").value_or(false))
    return false;
  StringRef Kind = F.getString("kind").value_or("");
  if (Kind == report::name(verdict::Finding::Kind::EarlyExit) &&
      Level != Certainty::Possible)
    return false;
  StringRef How = F.getString("certainty").value_or("");
  for (Certainty C :
       {Certainty::Provable, Certainty::Input, Certainty::Possible})
    if (C <= Level && How == report::name(C))
      return true;
  return false;
}

void Results::count(const llvm::json::Object &Kernel) {
  bool Racy = false, Unknown = false;
  const llvm::json::Array *Contexts = Kernel.getArray("contexts");
  for (const llvm::json::Value &V : *Contexts) {
    const llvm::json::Object &C = *V.getAsObject();
    StringRef Verdict = C.getString("verdict").value_or("unknown");
    Racy |= Verdict == "racy";
    Unknown |= Verdict == "unknown";
    for (const llvm::json::Value &F : *C.getArray("findings"))
      Findings += isShown(*F.getAsObject(), Level);
  }
  ++Counts.Kernels;
  if (Racy)
    ++Counts.Racy;
  else if (Unknown)
    ++Counts.Unknown;
  else
    ++Counts.RaceFree;
}

llvm::Error Results::write(const std::string &Path) const {
  llvm::json::Object Document = Head;
  Document["kernels"] = llvm::json::Array(Kernels);
  std::string Text =
      llvm::formatv("{0:2}\n", llvm::json::Value(std::move(Document)));
  if (Path == "-") {
    llvm::outs() << Text;
    return llvm::Error::success();
  }
  return llvm::writeToOutput(Path, [&](llvm::raw_ostream &OS) {
    OS << Text;
    return llvm::Error::success();
  });
}

} // namespace racemap
