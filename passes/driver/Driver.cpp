// Driver - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/Driver.h"
#include "passes/lift/Lift.h"
#include "passes/map/Parser.h"
#include "passes/map/RoundTrip.h"
#include "passes/verdict/Redundancy.h"
#include "passes/verdict/Repairs.h"
#include "llvm/Support/Regex.h"
#include <cstdlib>

namespace racemap {

using map::Protocol;

/// A protocol's contexts: dimensions given as options replace what launches
/// in sight say.
static void setContexts(Protocol &P, const Options &O, const Launches &Seen) {
  if (Seen.ContextsOf)
    if (auto Found = Seen.ContextsOf(P); !Found.empty())
      P.Contexts = std::move(Found);
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

/// Adds one assume= to the protocols that have the names it mentions.
static void addAssumption(const std::string &Text,
                          llvm::MutableArrayRef<Protocol> All,
                          std::vector<std::string> &Problems) {
  std::string Why;
  bool Fits = All.empty();
  for (Protocol &P : All) {
    auto Condition = map::parseCondition(Text, "assume=" + Text, P);
    if (Condition) {
      P.Assumptions.push_back({*Condition, Text});
      Fits = true;
      continue;
    }
    std::string Message = llvm::toString(Condition.takeError());
    if (Why.empty())
      Why = std::move(Message);
  }
  if (!Fits)
    Problems.push_back(std::move(Why));
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

void prepare(llvm::MutableArrayRef<Protocol> All, const Options &O,
             const Launches &Seen, std::vector<std::string> &Problems) {
  for (Protocol &P : All) {
    setContexts(P, O, Seen);
    setClusters(P, Seen);
  }
  for (const std::string &Text : O.Assume)
    addAssumption(Text, All, Problems);
  checkRoundTrips(All);
}

std::vector<Protocol> liftKernels(const llvm::Module &M,
                                  map::TermContext &Terms, const Options &O,
                                  const Launches &Seen,
                                  std::vector<std::string> &Problems) {
  lift::LiftOptions L;
  llvm::Regex Wanted(O.Kernel);
  if (!O.Kernel.empty())
    L.Wanted = [&](llvm::StringRef Mangled, llvm::StringRef Demangled) {
      return Wanted.match(Mangled) || Wanted.match(Demangled);
    };
  L.MayOverlap = Seen.MayOverlap;
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
  select(A, O);
  return A;
}

} // namespace racemap
