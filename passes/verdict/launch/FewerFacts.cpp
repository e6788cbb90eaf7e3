// FewerFacts - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/launch/FewerFacts.h"
#include "passes/map/Traversal.h"
#include "passes/verdict/launch/LaunchFacts.h"

namespace racemap::verdict {

using namespace map;
using Sizes = LaunchContext::Sizes;

/// Is nothing assumed of y and z if x is not known?
static bool staysAlongOthers(const Sizes &S) { return S[1] && S[2]; }

/// Is all true that LaunchFacts would assume of a grid of unknown size?
static bool isOrdinary(const LaunchContext &C) {
  std::optional<uint32_t> Blocks = C.GridDim[0];
  if (!Blocks)
    return true; // then it is assumed of C, too
  uint64_t Threads = C.BlockDim[0].value_or(LaunchFacts::MostThreads);
  return *Blocks * std::max(Threads, LaunchFacts::MostPerBlock) <
         LaunchFacts::GridBound;
}

std::optional<LaunchContext> withFewerFacts(const LaunchContext &C) {
  LaunchContext Weaker = C;
  Weaker.Conditions.clear();
  Weaker.Computed.clear();
  Weaker.Contents.clear();
  if (isOrdinary(C))
    for (Sizes *S : {&Weaker.BlockDim, &Weaker.GridDim})
      if (staysAlongOthers(*S))
        (*S)[0] = std::nullopt;
  bool IsWeaker = !C.Conditions.empty() || !C.Contents.empty() ||
                  Weaker.BlockDim != C.BlockDim || Weaker.GridDim != C.GridDim;
  return IsWeaker ? std::optional(std::move(Weaker)) : std::nullopt;
}

LaunchContext withSeenFacts(const LaunchContext &C) {
  LaunchContext Seen = C;
  llvm::erase_if(Seen.Conditions, [&](const Assumption &A) {
    return !A.Condition || anyNode(A.Condition, [&](const Term *T) {
      return llvm::is_contained(C.HostValues, T);
    });
  });
  Seen.HostValues.clear();
  Seen.Extents.clear();
  Seen.Contents.clear();
  return Seen;
}

bool sayTheSame(const LaunchContext &A, const LaunchContext &B) {
  auto Same = [](const Assumption &X, const Assumption &Y) {
    return X.Condition == Y.Condition && X.Text == Y.Text && X.Why == Y.Why;
  };
  return A.BlockDim == B.BlockDim && A.GridDim == B.GridDim &&
         A.ClusterDim == B.ClusterDim && A.Computed == B.Computed &&
         A.Aliases == B.Aliases && A.Extents == B.Extents &&
         A.Contents == B.Contents && A.Filled == B.Filled &&
         llvm::equal(A.Conditions, B.Conditions, Same);
}

std::vector<std::string> assumedOf(const LaunchContext &C,
                                   llvm::ArrayRef<std::string> OfC,
                                   llvm::ArrayRef<std::string> OfProof) {
  std::vector<std::string> All;
  for (const std::string &Text : OfProof) {
    bool IsSettled =
        C.GridDim[0] && llvm::StringRef(Text).starts_with("gridDim.x * ");
    if (!IsSettled || llvm::is_contained(OfC, Text))
      All.push_back(Text);
  }
  return All;
}

} // namespace racemap::verdict
