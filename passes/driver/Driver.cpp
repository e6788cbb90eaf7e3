// Driver - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/Driver.h"
#include "passes/lift/Lift.h"
#include "passes/map/Parser.h"
#include "llvm/Support/Regex.h"

namespace racemap {

using map::Protocol;

/// A protocol's contexts: dimensions given as options replace what launches
/// in sight say.
static void setContexts(Protocol &P, const Options &O,
                        const LaunchMap &Launches) {
  if (auto Found = Launches.find(P.Mangled); Found != Launches.end())
    P.Contexts = Found->second;
  if (!O.BlockDim && !O.GridDim && !O.ClusterDim)
    return;
  map::LaunchContext C;
  C.Origin = "options";
  C.BlockDim = O.BlockDim;
  C.GridDim = O.GridDim;
  C.ClusterDim = O.ClusterDim;
  P.Contexts = {C};
}

/// Adds assume= to a protocol. An expression is read by the MAP parser, in a
/// kernel that has the same parameters and arrays.
static void addAssumptions(Protocol &P, const Options &O,
                           std::vector<std::string> &Problems) {
  for (const std::string &Text : O.Assume) {
    auto Condition = map::parseCondition(Text, "assume=", P);
    if (!Condition) {
      Problems.push_back(llvm::toString(Condition.takeError()));
      continue;
    }
    P.Assumptions.push_back({*Condition, Text});
  }
}

void prepare(Protocol &P, const Options &O, const LaunchMap &Launches,
             std::vector<std::string> &Problems) {
  setContexts(P, O, Launches);
  addAssumptions(P, O, Problems);
}

std::vector<Protocol> liftKernels(const llvm::Module &M,
                                  map::TermContext &Terms, const Options &O,
                                  const LaunchMap &Launches,
                                  std::vector<std::string> &Problems) {
  lift::LiftOptions L;
  llvm::Regex Wanted(O.Kernel);
  if (!O.Kernel.empty())
    L.Wanted = [&](llvm::StringRef Mangled, llvm::StringRef Demangled) {
      return Wanted.match(Mangled) || Wanted.match(Demangled);
    };
  std::vector<Protocol> All = lift::liftModule(M, Terms, L);
  for (Protocol &P : All)
    prepare(P, O, Launches, Problems);
  return All;
}

Analysis analyse(std::vector<Protocol> Protocols, const Options &O) {
  Analysis A;
  A.Protocols = std::move(Protocols);
  for (const Protocol &P : A.Protocols)
    A.Kernels.push_back(verdict::verify(P, O.settings()));
  return A;
}

} // namespace racemap
