// Driver - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/Driver.h"
#include "passes/lift/Lift.h"
#include "passes/map/Parser.h"
#include "passes/map/RoundTrip.h"
#include "passes/verdict/advice/Redundancy.h"
#include "passes/verdict/advice/Repairs.h"
#include "llvm/Support/FileSystem.h"
#include <algorithm>
#include <cstdlib>

namespace racemap {

using map::Protocol;

/// What the configuration file says of a kernel.
static std::vector<const config::KernelFacts *> factsOf(const Protocol &P,
                                                        const Options &O) {
  std::vector<const config::KernelFacts *> Found;
  for (const config::KernelFacts &F : O.Config.Kernels)
    if (F.concerns(P.Name))
      Found.push_back(&F);
  return Found;
}

/// Launches of the configuration file are contexts beside those in sight.
static void addLaunches(Protocol &P, const Options &O) {
  std::vector<map::LaunchContext> Stated;
  for (const config::KernelFacts *F : factsOf(P, O))
    for (const config::Launch &L : F->Launches) {
      map::LaunchContext &C = Stated.emplace_back();
      C.Origin = "configuration " + L.At;
      C.BlockDim = L.Block;
      C.GridDim = L.Grid;
      C.ClusterDim = L.Cluster;
    }
  if (Stated.empty())
    return;
  llvm::erase_if(P.Contexts, [](const map::LaunchContext &C) {
    return C.Origin == map::LaunchContext().Origin;
  });
  llvm::append_range(P.Contexts, Stated);
}

/// A protocol's contexts: dimensions given as options replace what launches
/// in sight say.
static void setContexts(Protocol &P, const Options &O, const Launches &Seen) {
  if (Seen.ContextsOf)
    if (auto Found = Seen.ContextsOf(P); !Found.empty())
      P.Contexts = std::move(Found);
  addLaunches(P, O);
  if (!O.BlockDim && !O.GridDim && !O.ClusterDim)
    return;
  map::LaunchContext C;
  C.Origin = "options";
  C.BlockDim = O.BlockDim;
  C.GridDim = O.GridDim;
  C.ClusterDim = O.ClusterDim;
  P.Contexts = {C};
}

/// What a kernel says of its clusters holds where a launch says nothing.
static void setClusters(Protocol &P, const Launches &Seen) {
  if (!P.ClusterDim.isKnown() && Seen.ClusterOf)
    P.ClusterDim = Seen.ClusterOf(P);
  if (!P.ClusterDim.isKnown())
    return;
  if (P.Contexts.empty())
    P.Contexts.emplace_back();
  for (map::LaunchContext &C : P.Contexts)
    if (!C.ClusterDim.isKnown())
      C.ClusterDim = P.ClusterDim;
}

static bool isMentioned(const Protocol &P, llvm::StringRef Name) {
  return P.findArray(Name) ||
         llvm::any_of(P.Parameters, [&](const map::Variable *V) {
           return V->name() == Name;
         });
}

/// Is it about a parameter that the kernel has, but does not use?
static bool isOfUnused(llvm::StringRef Condition, const Protocol &P,
                       const Launches &Seen) {
  return Seen.HasParameter &&
         llvm::any_of(map::namesIn(Condition), [&](llvm::StringRef Name) {
           // Members follow their object: "s.n" is one name.
           llvm::StringRef Object = Name.split('.').first;
           return !isMentioned(P, Name) && Seen.HasParameter(P.Mangled, Object);
         });
}

/// Adds one assume= to the protocols that have the names it mentions. Where is
/// what a problem begins with.
static void addAssumption(const std::string &Text, llvm::StringRef Where,
                          llvm::ArrayRef<Protocol *> All, const Launches &Seen,
                          std::vector<std::string> &Problems) {
  std::string Why;
  bool Fits = All.empty();
  for (Protocol *P : All) {
    auto Condition = map::parseCondition(Text, *P);
    if (Condition) {
      P->Assumptions.push_back({*Condition, Text});
      Fits = true;
      continue;
    }
    std::string Message = llvm::toString(Condition.takeError());
    Fits |= isOfUnused(Text, *P, Seen);
    if (Why.empty())
      Why = std::move(Message);
  }
  if (Fits)
    return;
  std::string Line = (Where + ": " + Why).str();
  std::replace(Line.begin(), Line.end(), '\n', ' ');
  Problems.push_back(std::move(Line));
}

/// Where an assume= of all kernels stands: in the configuration file, or not.
static std::string placeOf(const std::string &Assumption, const Options &O) {
  std::vector<config::Setting> All = O.Config.Options;
  for (const config::PathOptions &P : O.Config.Paths)
    llvm::append_range(All, P.Options);
  for (const config::Setting &S : All)
    if (S.Name == "assume" && S.Value == Assumption)
      return S.At + ": assume '" + Assumption + "'";
  return "option assume=" + Assumption;
}

/// Those of the options for all kernels, those of the configuration file for
/// the kernels that they name.
static void addAssumptions(llvm::MutableArrayRef<Protocol> All,
                           const Options &O, const Launches &Seen,
                           std::vector<std::string> &Problems) {
  llvm::SmallVector<Protocol *> Whole(llvm::make_pointer_range(All));
  for (const std::string &Text : O.Assume)
    addAssumption(Text, placeOf(Text, O), Whole, Seen, Problems);
  for (const config::KernelFacts &F : O.Config.Kernels) {
    llvm::SmallVector<Protocol *> Some(Whole);
    llvm::erase_if(Some, [&](Protocol *P) { return !F.concerns(P->Name); });
    for (const config::Text &T : F.Assume)
      addAssumption(T.Value, T.At + ": assume '" + T.Value + "'", Some, Seen,
                    Problems);
  }
}

/// For RaceMap's own tests, which must not go on unnoticed.
static void checkRoundTrips(llvm::ArrayRef<Protocol> All) {
  if (!std::getenv("RACEMAP_SELF_CHECK"))
    return;
  for (const Protocol &P : All) {
    map::TermContext Fresh;
    if (llvm::Error Wrong = map::checkRoundTrip(P, Fresh))
      llvm::report_fatal_error(std::move(Wrong));
  }
}

/// Makes the folder of dump-queries.
static void makeFolderOfQueries(const Options &O,
                                std::vector<std::string> &Problems) {
  namespace fs = llvm::sys::fs;
  if (O.DumpQueries.empty())
    return;
  std::error_code Error = fs::create_directories(O.DumpQueries);
  if (!Error)
    Error = fs::access(O.DumpQueries, fs::AccessMode::Write);
  if (Error)
    Problems.push_back("option dump-queries=" + O.DumpQueries + ": " +
                       Error.message());
}

void prepare(llvm::MutableArrayRef<Protocol> All, const Options &O,
             const Launches &Seen, std::vector<std::string> &Problems) {
  for (Protocol &P : All) {
    setContexts(P, O, Seen);
    setClusters(P, Seen);
  }
  addAssumptions(All, O, Seen, Problems);
  makeFolderOfQueries(O, Problems);
  checkRoundTrips(All);
}

std::vector<Protocol> liftKernels(const llvm::Module &M,
                                  map::TermContext &Terms, const Options &O,
                                  const Launches &Seen,
                                  std::vector<std::string> &Problems) {
  lift::LiftOptions L;
  L.Wanted = [&](llvm::StringRef Mangled, llvm::StringRef Demangled) {
    return O.wants(Mangled, Demangled);
  };
  L.MayOverlap = Seen.MayOverlap;
  L.NotAssumed = Seen.NotAssumed;
  std::vector<Protocol> All = lift::liftModule(M, Terms, L);
  prepare(All, O, Seen, Problems);
  return All;
}

Analysis analyse(std::vector<Protocol> Protocols, const Options &O,
                 const Sources &From) {
  constexpr uint64_t ForeignShare = 20;
  Analysis A;
  A.Protocols = std::move(Protocols);
  for (Protocol &P : A.Protocols) {
    verdict::Settings S = O.settings();
    bool Foreign = From.IsForeign && From.IsForeign(P);
    if (Foreign)
      S.KernelBudgetMs /= ForeignShare;
    A.Kernels.push_back(verdict::verify(P, S));
    if (Foreign)
      continue;
    verdict::findRepairs(P, S,
                         From.StatementsOf ? From.StatementsOf(P.Mangled)
                                           : verdict::statementsByLine(P),
                         A.Kernels.back());
    if (S.Redundant)
      verdict::findRedundantBarriers(P, S, A.Kernels.back());
  }
  select(A, O, From);
  return A;
}

} // namespace racemap
