// Collection - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Collection.h"
#include "CacheFolder.h"
#include "ObjectResults.h"
#include "passes/report/Json.h"
#include "passes/report/JsonText.h"
#include "passes/report/Points.h"
#include "passes/report/Reporter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <set>
#include <tuple>

namespace racemap {

using llvm::StringRef;
using verdict::ContextResult;
using verdict::Finding;
using verdict::KernelResult;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

void Collection::add(const std::string &Path) {
  if (fs::is_directory(Path))
    addFolder(Path);
  else
    addFile(Path, From::Named);
}

static bool mayHaveResults(StringRef File) {
  return llvm::is_contained({".json", ".o", ".obj"}, path::extension(File));
}

/// A folder that links lead to from several places is looked at once: links
/// can go in a circle.
void Collection::addFolder(const std::string &Path) {
  std::vector<std::string> Files;
  std::set<fs::UniqueID> Known;
  std::error_code Error;
  fs::UniqueID Id;
  if (!fs::getUniqueID(Path, Id))
    Known.insert(Id);
  for (fs::recursive_directory_iterator I(Path, Error), End; I != End && !Error;
       I.increment(Error))
    if (fs::is_directory(I->path())) {
      if (!fs::getUniqueID(I->path(), Id) && !Known.insert(Id).second)
        I.no_push();
    } else if (mayHaveResults(I->path())) {
      Files.push_back(I->path());
    }
  if (Error)
    Problems.push_back(Path + ": cannot read: " + Error.message());
  llvm::sort(Files);
  for (const std::string &File : Files)
    addFile(File, From::Folder);
}

void Collection::addFile(const std::string &Path, From Where) {
  auto Note = [&](const llvm::Twine &Why) {
    Problems.push_back((Path + ": " + Why).str());
  };
  auto Bytes = llvm::MemoryBuffer::getFile(Path);
  if (!Bytes)
    return Note("cannot read: " + Bytes.getError().message());
  std::vector<StringRef> Documents{(*Bytes)->getBuffer()};
  if (isObject(Documents.front())) {
    auto Within = documentsIn(**Bytes);
    if (!Within)
      return Note(llvm::toString(Within.takeError()));
    if (Within->empty() && Where == From::Named)
      return Note("has no results of RaceMap (section .racemap); was it "
                  "compiled with the plugin?");
    Documents = std::move(*Within);
  } else if (path::extension(Path) != ".json" && mayHaveResults(Path)) {
    return Note("is no ELF object, so there are no results in it");
  }
  for (StringRef Text : Documents)
    if (llvm::Error E = read(Text, Path, Where))
      Problems.push_back(llvm::toString(std::move(E)));
}

/// What `check -p` keeps of a unit has its results within.
static const llvm::json::Value &resultsIn(const llvm::json::Value &V) {
  const llvm::json::Object *Root = V.getAsObject();
  const llvm::json::Value *Within = Root ? Root->get("results") : nullptr;
  return Within ? *Within : V;
}

/// In a folder of results there can be other JSON.
llvm::Error Collection::read(StringRef Text, StringRef Path, From Where) {
  auto Value = report::parseJson(Text, Path);
  if (!Value)
    return Value.takeError();
  const llvm::json::Value &Results = resultsIn(*Value);
  if (Where == From::Folder && !report::isResults(Results))
    return llvm::Error::success();
  if (&Results != &*Value && !isWholeEntry(*Value->getAsObject()))
    return llvm::createStringError(
        Path + ": is damaged, or of another version of racemap");
  auto Document = report::readJson(Results);
  if (!Document)
    return llvm::createStringError(Path + ": " +
                                   llvm::toString(Document.takeError()));
  ++Count;
  merge(std::move(*Document), Path);
  return llvm::Error::success();
}

void Collection::find(std::string &Source, StringRef Folder) {
  if (Source.empty() || path::is_absolute(Source) || fs::exists(Source))
    return;
  std::string &Its = Sources[(Folder + "\n" + Source).str()];
  if (Its.empty()) {
    Its = Source;
    llvm::SmallString<256> Around(Folder);
    fs::make_absolute(Around);
    for (StringRef In = Around; !In.empty(); In = path::parent_path(In)) {
      llvm::SmallString<256> Whole(In);
      path::append(Whole, Source);
      if (fs::exists(Whole)) {
        path::remove_dots(Whole, /*remove_dot_dot=*/true);
        Its = Whole.str();
        break;
      }
    }
  }
  Source = Its;
}

void Collection::merge(report::Document D, StringRef Path) {
  StringRef Folder = path::parent_path(Path);
  for (KernelResult &K : D.Kernels) {
    report::eachPoint(K, [&](map::SourcePoint &P) { find(P.File, Folder); });
    if (K.Mangled.empty())
      Runs.push_back(std::move(K));
    else
      merge(std::move(K));
  }
  for (launches::Launch &L : D.Launched) {
    if (L.Run.empty())
      L.Run = Path.str();
    Launched.push_back(std::move(L));
  }
  for (std::string &P : D.Problems)
    Problems.push_back((Path + ": says: " + P).str());
}

static std::string identity(const KernelResult &K) {
  return K.Mangled + "\n" + K.Where.File + "\n" + std::to_string(K.Where.Line);
}

KernelResult &Collection::entryOf(const KernelResult &K) {
  auto [Entry, IsNew] = Known.try_emplace(identity(K), Kernels.size());
  if (IsNew) {
    Kernels.push_back(K);
    Kernels.back().Contexts.clear();
  }
  return Kernels[Entry->second];
}

/// All that a context says but for the time that it took.
static std::string textOf(const std::string &Kernel, const ContextResult &C) {
  KernelResult Only;
  Only.Name = Kernel;
  Only.Contexts = {C};
  Only.Contexts.front().Milliseconds = 0;
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  report::writeJson({Only}, OS);
  return Text;
}

static void addNew(std::vector<std::string> &To,
                   const std::vector<std::string> &From) {
  for (const std::string &X : From)
    if (!llvm::is_contained(To, X))
      To.push_back(X);
}

void Collection::merge(KernelResult K) {
  KernelResult &Entry = entryOf(K);
  std::string Kernel = identity(K);
  for (ContextResult &C : K.Contexts)
    if (Contexts.insert(textOf(Kernel, C)).second)
      Entry.Contexts.push_back(std::move(C));
  addNew(Entry.Remarks, K.Remarks);
  addNew(Entry.RelevantInputs, K.RelevantInputs);
}

static void sort(std::vector<KernelResult> &All) {
  auto Place = [](const KernelResult &K) {
    return std::tie(K.Where.File, K.Where.Line, K.Name, K.Mangled, K.Remarks);
  };
  llvm::sort(All, [&](const KernelResult &X, const KernelResult &Y) {
    return Place(X) < Place(Y);
  });
}

static void sortContexts(std::vector<ContextResult> &All) {
  llvm::sort(All, [](const ContextResult &X, const ContextResult &Y) {
    if (X.Context.Origin != Y.Context.Origin)
      return X.Context.Origin < Y.Context.Origin;
    return textOf("", X) < textOf("", Y);
  });
}

/// Does a finding of the run concern the file?
static bool mentions(const KernelResult &Run, const std::string &File) {
  for (const ContextResult &C : Run.Contexts)
    for (const Finding &F : C.Findings)
      for (const verdict::Site &S : F.Sites) {
        if (S.Where.File == File)
          return true;
        for (const map::Location::Call &Call : S.Where.Calls)
          if (Call.Site.File == File)
            return true;
      }
  return false;
}

/// A run knows its kernels by name. One of several of that name is meant if the
/// run's findings are in its file and in no other's; else it stays by itself.
void Collection::mergeRuns() {
  llvm::StringMap<std::vector<const KernelResult *>> ByName;
  for (const KernelResult &K : Kernels)
    ByName[K.Name].push_back(&K);
  sort(Runs);
  for (KernelResult &Run : Runs) {
    std::vector<const KernelResult *> Its = ByName.lookup(Run.Name);
    if (Its.size() > 1)
      llvm::erase_if(Its, [&](const KernelResult *K) {
        return !mentions(Run, K->Where.File);
      });
    if (Its.size() == 1) {
      Run.Mangled = Its.front()->Mangled;
      Run.Where = Its.front()->Where;
    }
  }
  for (KernelResult &Run : Runs)
    merge(std::move(Run));
}

/// What a run has seen is confirmed, wherever it is said.
static void confirm(KernelResult &K) {
  std::vector<const Finding *> Seen;
  for (const ContextResult &C : K.Contexts)
    if (report::isOfRun(C))
      for (const Finding &F : C.Findings)
        Seen.push_back(&F);
  if (Seen.empty())
    return;
  for (ContextResult &C : K.Contexts)
    for (Finding &F : C.Findings)
      F.Confirmed |= llvm::any_of(
          Seen, [&](const Finding *Its) { return report::isSame(F, *Its); });
}

std::vector<launches::Launch> Collection::launches() const {
  std::vector<launches::Launch> All = Launched;
  auto Order = [](const launches::Launch &L) {
    return std::tie(L.Mangled, L.Run, L.Number, L.Grid, L.Block, L.Cluster,
                    L.Values, L.Pointers, L.Places, L.Count, L.IsFolded);
  };
  llvm::sort(All, [&](const launches::Launch &X, const launches::Launch &Y) {
    return Order(X) < Order(Y);
  });
  launches::Launches Each;
  for (launches::Launch &L : All)
    Each.add(std::move(L));
  return Each.all();
}

std::vector<KernelResult> Collection::take() {
  sort(Kernels);
  Known.clear();
  for (size_t I = 0; I < Kernels.size(); ++I)
    Known[identity(Kernels[I])] = I;
  mergeRuns();
  sort(Kernels);
  for (KernelResult &K : Kernels) {
    confirm(K);
    sortContexts(K.Contexts);
  }
  return std::move(Kernels);
}

} // namespace racemap
