// ObservedLaunches - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/ObservedLaunches.h"
#include "passes/driver/ObservedContext.h"
#include "passes/report/JsonReader.h"
#include "passes/verdict/launch/FewerFacts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace racemap {

using launches::Launch;
using llvm::StringRef;
using map::LaunchContext;
namespace path = llvm::sys::path;

static constexpr StringRef HowToMake =
    "; run a sanitizer build with RACEMAP_OPTIONS=launches=1:json=FILE";

static llvm::Expected<std::vector<Launch>> readOne(const std::string &File) {
  auto Fail = [&](const llvm::Twine &Why) {
    return llvm::createStringError("option observed=" + File + ": " + Why +
                                   HowToMake);
  };
  auto Text = llvm::MemoryBuffer::getFile(File);
  if (!Text)
    return Fail("cannot read: " + Text.getError().message());
  auto Value = report::parseJson((*Text)->getBuffer(), File);
  if (!Value)
    return Fail(llvm::toString(Value.takeError()));
  auto Document = report::readJson(*Value);
  if (!Document)
    return Fail(llvm::toString(Document.takeError()));
  if (Document->Launched.empty())
    return Fail("there are no launches in it");
  return std::move(Document->Launched);
}

llvm::Expected<ObservedLaunches>
ObservedLaunches::read(llvm::ArrayRef<std::string> Files) {
  ObservedLaunches Of;
  for (const std::string &File : Files) {
    auto All = readOne(File);
    if (!All)
      return All.takeError();
    for (Launch &L : *All) {
      OfKernel &Its = Of.Kernels[L.Mangled];
      std::string Name = path::filename(File).str();
      if (Files.size() > 1 && L.Run.empty())
        L.Run = Name;
      Its.In = Its.In.empty() || Its.In == Name ? Name : "several runs";
      Its.Launches.push_back(std::move(L));
    }
  }
  return Of;
}

bool ObservedLaunches::mayOverlap(StringRef Mangled, unsigned A,
                                  unsigned B) const {
  auto Its = Kernels.find(Mangled);
  if (Its == Kernels.end())
    return false;
  for (const Launch &L : Its->second.Launches)
    for (const launches::Pointer &X : L.Pointers)
      for (const launches::Pointer &Y : L.Pointers)
        if (&X != &Y && X.Argument == A && Y.Argument == B &&
            X.Object == Y.Object)
          return true;
  return false;
}

using Group = std::vector<Launch>;

/// Those that are alike in what Key says; too many, and there are none.
template <typename F>
static std::vector<Group> groups(const std::vector<Launch> &All, F Key) {
  std::vector<std::pair<decltype(Key(All.front())), Group>> Found;
  for (const Launch &L : All) {
    auto Its =
        llvm::find_if(Found, [&](const auto &G) { return G.first == Key(L); });
    if (Its == Found.end() && Found.size() == ObservedLaunches::MostContexts)
      return {};
    if (Its == Found.end())
      Its = Found.insert(Its, {Key(L), {}});
    Its->second.push_back(L);
  }
  std::vector<Group> Only;
  for (auto &[Its, G] : Found)
    Only.push_back(std::move(G));
  return Only;
}

static std::vector<Group> groupsOf(const std::vector<Launch> &All) {
  if (All.size() <= ObservedLaunches::MostContexts) {
    std::vector<Group> Each;
    for (const Launch &L : All)
      Each.push_back({L});
    return Each;
  }
  auto BySize = groups(All, [](const Launch &L) {
    return std::tuple(L.Grid, L.Block, L.Cluster);
  });
  if (!BySize.empty())
    return BySize;
  auto ByBlock = groups(
      All, [](const Launch &L) { return std::tuple(L.Block, L.Cluster); });
  return ByBlock.empty() ? std::vector<Group>{All} : ByBlock;
}

static bool isSymbolic(const LaunchContext &C) {
  return C.Origin == LaunchContext().Origin;
}

/// "f.cu:19" of "launch f.cu:19 from f.cu:30": is it this line? A run may have
/// another name for the file's folder.
static bool isAt(StringRef Origin, const launches::Place &P) {
  if (!Origin.consume_front("launch "))
    return false;
  auto [File, Line] =
      Origin.split(" from ").first.split(" with ").first.rsplit(':');
  unsigned Number = 0;
  if (Line.getAsInteger(10, Number) || Number != P.Line)
    return false;
  StringRef Longer = File, Shorter = P.File;
  if (Longer.size() < Shorter.size())
    std::swap(Longer, Shorter);
  while (Shorter.consume_front("./") || Shorter.consume_front("../"))
    ;
  return Longer.consume_back(Shorter) &&
         (Longer.empty() || Longer.ends_with("/"));
}

void ObservedLaunches::addTo(map::Protocol &P) const {
  auto Its = Kernels.find(P.Mangled);
  if (Its == Kernels.end())
    return;
  ObservedContext Contexts(P);
  launches::Launches Relevant;
  for (const Launch &L : Its->second.Launches)
    Relevant.add(Contexts.relevant(L));
  bool HasOthers = P.Contexts.empty() || llvm::any_of(P.Contexts, isSymbolic);
  llvm::erase_if(P.Contexts, isSymbolic);
  for (LaunchContext &C : P.Contexts)
    C.IsRepresented = llvm::any_of(Its->second.Launches, [&](const Launch &L) {
      return llvm::any_of(L.Places, [&](const launches::Place &At) {
        return isAt(C.Origin, At);
      });
    });
  std::vector<LaunchContext> Observed;
  for (const Group &G : groupsOf(Relevant.all())) {
    LaunchContext C = Contexts.of(G, Its->second.In);
    C.StandsForOthers = HasOthers;
    if (llvm::none_of(Observed, [&](const LaunchContext &Known) {
          return verdict::sayTheSame(Known, C);
        }))
      Observed.push_back(std::move(C));
  }
  llvm::append_range(P.Contexts, Observed);
}

} // namespace racemap
