// Results - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Results.h"
#include "passes/driver/Driver.h"
#include "passes/report/GithubReporter.h"
#include "passes/report/HiddenLine.h"
#include "passes/report/JsonReader.h"
#include "passes/report/Wording.h"
#include "plugin/sarif/Sarif.h"
#include "llvm/Support/MemoryBuffer.h"
#include <iterator>

namespace racemap {

using llvm::StringRef;
using verdict::Certainty;

static llvm::Error damaged() {
  return llvm::createStringError("the plugin's results are damaged");
}

llvm::Error Results::read(StringRef Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return llvm::errorCodeToError(Buffer.getError());
  auto Document = llvm::json::parse((*Buffer)->getBuffer());
  if (!Document)
    return Document.takeError();
  return add(std::move(*Document));
}

llvm::Error Results::add(llvm::json::Value Document) {
  llvm::json::Object *Root = Document.getAsObject();
  llvm::json::Array *New = Root ? Root->getArray("kernels") : nullptr;
  if (!New)
    return damaged();
  for (llvm::json::Value &K : *New) {
    const llvm::json::Object *Kernel = K.getAsObject();
    if (llvm::Error E = Kernel ? count(*Kernel) : damaged())
      return E;
    Kernels.push_back({std::move(K), Only});
  }
  bool HasProblems = Root->get("problems") != nullptr;
  Root->erase("kernels");
  Root->erase("problems");
  for (auto &[Key, V] : *Root)
    Head.insert_or_assign(Key.str(), std::move(V));
  if (HasProblems)
    return llvm::createStringError("not all that was asked could be done; the "
                                   "warnings above say what was left out");
  return llvm::Error::success();
}

void Results::add(Results &&Other) {
  Head = std::move(Other.Head);
  std::ranges::move(Other.Kernels, std::back_inserter(Kernels));
  for (const auto &[Identity, Its] : Other.Verdicts)
    note(Identity, Its);
  Findings += Other.Findings;
  HasUnshown |= Other.HasUnshown;
}

bool Results::isShown(const llvm::json::Object &F, Certainty Level) {
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

void Results::countFinding(const llvm::json::Object &F) {
  bool IsHidden = F.getString("hidden").has_value(),
       IsCounted = isShown(F, Only.Level) && !IsHidden;
  Findings += IsCounted;
  HasUnshown |= isShown(F, std::max(Only.Level, Certainty::Input)) &&
                (!IsCounted || F.getBoolean("silenced").value_or(false));
}

/// The same in all units that compile it, with whatever flags.
static std::string identityOf(const llvm::json::Object &Kernel) {
  return (Kernel.getString("mangled").value_or("") + "\n" +
          Kernel.getString("file").value_or("") + "\n" +
          llvm::Twine(Kernel.getInteger("line").value_or(0)))
      .str();
}

static report::KernelVerdict::Part partOf(const llvm::json::Object &Context) {
  using verdict::Verdict;
  map::LaunchContext C;
  C.Origin = Context.getString("origin").value_or("").str();
  Verdict V = Verdict::Unknown;
  for (Verdict Known : {Verdict::RaceFree, Verdict::Racy})
    if (Context.getString("verdict") == report::name(Known))
      V = Known;
  return {V,
          Context.getString("reason") == verdict::NothingChecked,
          /*IsOfRun=*/false,
          C.isObserved(),
          Context.getBoolean("represented").value_or(false),
          Context.getBoolean("standsForOthers").value_or(false)};
}

llvm::Error Results::count(const llvm::json::Object &Kernel) {
  const llvm::json::Array *Contexts = Kernel.getArray("contexts");
  if (!Contexts)
    return damaged();
  report::KernelVerdict Its;
  for (const llvm::json::Value &V : *Contexts) {
    const llvm::json::Object *C = V.getAsObject();
    const llvm::json::Array *Found = C ? C->getArray("findings") : nullptr;
    if (!Found)
      return damaged();
    Its.add(partOf(*C));
    for (const llvm::json::Value &V : *Found)
      if (const llvm::json::Object *F = V.getAsObject())
        countFinding(*F);
  }
  note(identityOf(Kernel), {Its.verdict(), Its.isOnlyOfRuns()});
  return llvm::Error::success();
}

/// What is worst of all that units say of a kernel is said of it.
void Results::note(const std::string &Identity, const Said &New) {
  using verdict::Verdict;
  Said &Its = Verdicts.try_emplace(Identity, New).first->second;
  if (New.V == Verdict::Racy || Its.V == Verdict::RaceFree)
    Its.V = New.V;
  Its.IsOnlyOfRuns |= New.IsOnlyOfRuns;
}

report::Summary Results::counts() const {
  report::Summary S;
  for (const auto &[Identity, Its] : Verdicts)
    S.add(Its.V, Its.IsOnlyOfRuns);
  return S;
}

std::vector<std::string> Results::kernelNames() const {
  std::vector<std::string> Names;
  for (const Kernel &K : Kernels)
    Names.push_back(K.Its.getAsObject()->getString("name").value_or("").str());
  return Names;
}

llvm::Expected<std::string> Results::unshownLines() const {
  if (!HasUnshown)
    return "";
  auto Its = kernelResults();
  if (!Its)
    return Its.takeError();
  return report::unshownLines(*Its, filters());
}

void Results::everyFinding(Visitor Visit) const {
  for (const auto &[K, Only] : Kernels)
    for (const llvm::json::Value &C : *K.getAsObject()->getArray("contexts"))
      for (const llvm::json::Value &V : *C.getAsObject()->getArray("findings"))
        if (const llvm::json::Object *F = V.getAsObject())
          Visit(*K.getAsObject(), *F, Only);
}

void Results::everyKernel(
    llvm::function_ref<void(const llvm::json::Object &Kernel)> Visit) const {
  for (const auto &[K, Only] : Kernels)
    Visit(*K.getAsObject());
}

llvm::Error Results::write(llvm::StringRef Name, const Unit &U) const {
  return writeOutput(Name, ".json", U, [&](llvm::raw_ostream &OS) {
    llvm::json::OStream J(OS, /*IndentSize=*/2);
    J.object([&] {
      J.attributeArray("kernels", [&] {
        for (const Kernel &K : Kernels)
          J.value(K.Its);
      });
      for (const auto &[Key, V] : Head)
        J.attribute(Key, V);
    });
    OS << '\n';
  });
}

llvm::Expected<std::vector<verdict::KernelResult>>
Results::kernelResults() const {
  if (Kernels.empty())
    return std::vector<verdict::KernelResult>();
  llvm::json::Object Root;
  for (const auto &[Key, V] : Head)
    Root[Key] = V;
  llvm::json::Array All;
  for (const Kernel &K : Kernels)
    All.push_back(K.Its);
  Root["kernels"] = std::move(All);
  auto Document = report::readJson(std::move(Root));
  if (!Document)
    return Document.takeError();
  return std::move(Document->Kernels);
}

report::Filters Results::filters() const {
  std::vector<report::Filter> Each;
  for (const Kernel &K : Kernels)
    Each.push_back(K.Only);
  return report::Filters(std::move(Each));
}

llvm::Error Results::writeSarif(const Options &O, const Unit &U) const {
  auto Its = kernelResults();
  if (!Its)
    return Its.takeError();
  return racemap::writeSarif(*Its, filters(), O, U);
}

llvm::Error Results::annotate() const {
  auto Its = kernelResults();
  if (!Its)
    return Its.takeError();
  auto Github = report::GithubReporter::ofWorkflow(llvm::outs());
  report::report(*Its, filters(), Github);
  return llvm::Error::success();
}

} // namespace racemap
