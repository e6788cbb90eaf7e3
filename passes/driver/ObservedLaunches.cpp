// ObservedLaunches - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/ObservedLaunches.h"
#include "passes/driver/ObservedContext.h"
#include "passes/report/JsonReader.h"
#include "passes/report/JsonText.h"
#include "passes/verdict/launch/FewerFacts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <set>

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

static bool haveOneObject(const Launch &L, unsigned A, unsigned B) {
  for (const launches::Pointer &X : L.Pointers)
    for (const launches::Pointer &Y : L.Pointers)
      if (&X != &Y && X.Argument == A && Y.Argument == B &&
          (X.Object == Y.Object || X.IsElsewhere || Y.IsElsewhere))
        return true;
  return false;
}

bool ObservedLaunches::mayOverlap(StringRef Mangled, unsigned A,
                                  unsigned B) const {
  auto Its = Kernels.find(Mangled);
  return Its != Kernels.end() &&
         llvm::any_of(Its->second.Launches,
                      [&](const Launch &L) { return haveOneObject(L, A, B); });
}

static bool reachesVariables(const Launch &L) {
  return llvm::any_of(L.Pointers, [](const launches::Pointer &P) {
    return P.IsElsewhere || !P.Variables.empty();
  });
}

bool ObservedLaunches::mayReachVariables(StringRef Mangled) const {
  auto Its = Kernels.find(Mangled);
  return Its != Kernels.end() &&
         llvm::any_of(Its->second.Launches, reachesVariables);
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

/// A run may have another name for the file's folder.
static bool isFile(StringRef A, StringRef B) {
  StringRef Longer = A, Shorter = B;
  if (Longer.size() < Shorter.size())
    std::swap(Longer, Shorter);
  while (Shorter.consume_front("./") || Shorter.consume_front("../"))
    ;
  return Longer.consume_back(Shorter) &&
         (Longer.empty() || Longer.ends_with("/"));
}

/// "f.cu:19" of "launch f.cu:19", or of "launch f.cu:19 from f.cu:30".
static StringRef lineOf(StringRef Origin) {
  return Origin.consume_front("launch ")
             ? Origin.split(" from ").first.split(" with ").first
             : "";
}

static bool isAt(StringRef At, const launches::Place &P) {
  auto [File, Line] = At.rsplit(':');
  unsigned Number = 0;
  return !Line.getAsInteger(10, Number) && Number == P.Line &&
         isFile(File, P.File);
}

/// Has a run made this launch, and no other one of its line? Who called the
/// function that launches is not known of a run.
static bool wasMade(const LaunchContext &C, const map::Protocol &P,
                    llvm::ArrayRef<Launch> Observed) {
  StringRef At = lineOf(C.Origin);
  if (At.empty() || StringRef(C.Origin).contains(" from ") ||
      llvm::count_if(P.Contexts, [&](const LaunchContext &Other) {
        return lineOf(Other.Origin) == At;
      }) != 1)
    return false;
  return llvm::any_of(Observed, [&](const Launch &L) {
    return llvm::any_of(L.Places, [&](const launches::Place &Place) {
      return isAt(At, Place);
    });
  });
}

/// Other units may have a kernel of that name.
static bool isOfItsUnitAlone(const map::Protocol &P) {
  return StringRef(P.Mangled).starts_with("_ZL") ||
         StringRef(P.Mangled).contains("_GLOBAL__N_");
}

static bool overlapsAnything(const Launch &L) {
  if (reachesVariables(L))
    return true;
  std::set<unsigned> Objects;
  return llvm::any_of(L.Pointers, [&](const launches::Pointer &P) {
    return !Objects.insert(P.Object).second;
  });
}

std::vector<Launch> ObservedLaunches::launchesOf(const map::Protocol &P) const {
  auto Its = Kernels.find(P.Mangled);
  if (Its == Kernels.end())
    return {};
  std::vector<Launch> All = Its->second.Launches;
  if (isOfItsUnitAlone(P))
    llvm::erase_if(All, [&](const Launch &L) {
      return llvm::none_of(L.Places, [&](const launches::Place &Place) {
        return isFile(P.Where.File, Place.File);
      });
    });
  bool FindsPointers = llvm::any_of(
      P.Arrays, [](const auto &A) { return A->Parent != nullptr; });
  if (FindsPointers && llvm::any_of(All, overlapsAnything))
    return {};
  return All;
}

void ObservedLaunches::addTo(map::Protocol &P) const {
  std::vector<Launch> All = launchesOf(P);
  if (All.empty())
    return;
  const std::string &In = Kernels.find(P.Mangled)->second.In;
  ObservedContext Contexts(P);
  launches::Launches Relevant;
  for (const Launch &L : All)
    Relevant.add(Contexts.relevant(L));
  bool HasOthers = P.Contexts.empty() || llvm::any_of(P.Contexts, isSymbolic);
  llvm::erase_if(P.Contexts, isSymbolic);
  for (LaunchContext &C : P.Contexts)
    C.IsRepresented = wasMade(C, P, All);
  std::vector<LaunchContext> Observed;
  for (const Group &G : groupsOf(Relevant.all())) {
    LaunchContext C = Contexts.of(G, In);
    C.StandsForOthers = HasOthers;
    if (llvm::none_of(Observed, [&](const LaunchContext &Known) {
          return verdict::sayTheSame(Known, C);
        }))
      Observed.push_back(std::move(C));
  }
  llvm::append_range(P.Contexts, Observed);
}

} // namespace racemap
