// ProvedAccesses - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/ProvedAccesses.h"
#include "passes/map/Traversal.h"
#include "passes/verdict/launch/Disjointness.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"

namespace racemap::verdict {

using namespace map;
using llvm::dyn_cast;

/// Is it one that the host has when it launches the kernel?
static bool isSeenAtLaunch(const Protocol &P, const Term *Leaf) {
  const auto *V = dyn_cast<Variable>(Leaf);
  if (!V)
    return llvm::isa<Constant>(Leaf);
  if (V->role() == Variable::Role::Builtin)
    return !V->isIndex();
  return P.ParameterParts.contains(V) && !LaunchContext::isClusterDim(V);
}

static bool isSeenAtLaunch(const Protocol &P, const Assumption &A) {
  return A.Condition && !anyNode(A.Condition, [&](const Term *T) {
           return !llvm::isa<Operation>(T) && !isSeenAtLaunch(P, T);
         });
}

/// Known dimensions are constants in all that is decided.
static void addDimensions(const Protocol &P, const LaunchContext &C,
                          std::vector<Assumption> &Out) {
  TermContext &T = P.terms();
  const LaunchContext::Sizes *Groups[] = {&C.BlockDim, &C.GridDim};
  for (unsigned G : {0u, 1u})
    for (unsigned D : {0u, 1u, 2u})
      if (std::optional<uint32_t> Size = (*Groups[G])[D]) {
        constexpr auto First = static_cast<unsigned>(Builtin::BlockDimX);
        auto Which = static_cast<Builtin>(First + 3 * G + D);
        Out.push_back({T.eq(T.builtin(Which), T.constant(32, *Size)),
                       (name(Which) + " == " + llvm::Twine(*Size)).str()});
      }
}

/// What the host passes a pointer to, or a variable of the program.
static bool isKnownToHost(const Protocol &P, const Array *A) {
  return P.PointerParts.contains(A) || A->TheOrigin == Array::Origin::Global;
}

/// Why barriers may not order what they are taken to.
static std::string doubtAboutBarriers(const ContextResult &Out) {
  for (const Finding &F : Out.Findings)
    if (F.TheKind == Finding::Kind::BarrierDivergence)
      return "a barrier may not be met by all threads";
  for (const Undecided &U : Out.UndecidedPairs)
    if (U.Sites.size() == 1 && U.Sites[0].TheRole == Site::Role::Barrier)
      return "whether a barrier is met by all threads is not known";
  return "";
}

static bool mentionsClusters(const Protocol &P, const ContextResult &Out) {
  return Out.Context.ClusterDim != LaunchContext::Sizes() ||
         llvm::any_of(P.Parameters, LaunchContext::isClusterDim) ||
         llvm::any_of(P.Arrays, [](const auto &A) { return A->Distributed; });
}

static std::string isNotShown(const std::string &Assumed) {
  return "no launch shows that " + Assumed;
}

static std::string obstacle(const Protocol &P, const LaunchFacts &Launch,
                            const ContextResult &Out) {
  if (!P.gaps().empty())
    return P.gaps().front()->Reason;
  if (mentionsClusters(P, Out))
    return "blocks of a cluster access each other's memory";
  if (!Out.Context.Aliases.empty())
    return "arrays overlap in the launch";
  if (std::string Why = doubtAboutBarriers(Out); !Why.empty())
    return Why;
  llvm::StringSet<> Seen;
  for (const Assumption &A : Launch.assumptions()) {
    if (!isSeenAtLaunch(P, A))
      return isNotShown(A.Text);
    Seen.insert(A.Text);
  }
  auto Never = [](const Array &, const Array &) { return false; };
  if (!takenApartBySlots(P).empty())
    return "the kernel finds pointers in memory";
  for (auto [A, B] : takenApart(P, Never))
    for (const Array *One : {A, B})
      if (!isKnownToHost(P, One))
        return "the kernel finds pointers in memory";
  for (const std::string &Text : disjointness(P, Never))
    Seen.insert(Text);
  for (const std::string &Text : Out.Assumptions)
    if (!Seen.contains(Text))
      return isNotShown(Text);
  return "";
}

void concludeProofs(const Protocol &P, const LaunchFacts &Launch,
                    ContextResult &Out) {
  AccessProofs &Its = *Out.Proofs;
  Its.Why = obstacle(P, Launch, Out);
  if (!Its.areUsable())
    return;
  addDimensions(P, Out.Context, Its.Assumed);
  llvm::append_range(Its.Assumed, Launch.assumptions());
  Its.Apart = takenApart(P, [](const Array &, const Array &) { return false; });
}

} // namespace racemap::verdict
