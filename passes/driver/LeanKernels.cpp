// LeanKernels - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/LeanKernels.h"
#include "passes/driver/ProvedLaunches.h"
#include <algorithm>

namespace racemap {

using namespace map;
using verdict::AccessProofs;

/// Those all of whose accesses are proved.
static std::set<unsigned> freeInstructions(const Protocol &P,
                                           const AccessProofs &Its) {
  std::set<unsigned> Free, Open;
  for (const Access *A : P.accesses())
    (Its.Open[A->Id] ? Open : Free).insert(A->Instruction);
  // Nobody knows what such an access is a copy of.
  if (Open.contains(0))
    return {};
  Free.erase(0);
  for (unsigned N : Open)
    Free.erase(N);
  return Free;
}

instrument::Proofs leanKernels(const Analysis &A) {
  instrument::Proofs All;
  for (size_t I = 0; I < A.Protocols.size() && I < A.Kernels.size(); ++I) {
    const Protocol &P = A.Protocols[I];
    auto Digest = A.Digests.find(P.Mangled);
    if (Digest == A.Digests.end())
      continue;
    std::vector<std::set<unsigned>> Free;
    for (const AccessProofs &Its : A.Kernels[I].Proofs)
      Free.push_back(freeInstructions(P, Its));
    auto Best = llvm::max_element(
        Free, [](const auto &X, const auto &Y) { return X.size() < Y.size(); });
    instrument::KernelProof New;
    New.Digest = Digest->second;
    if (Best == Free.end() || Best->empty()) {
      New.Why = Best == Free.end() ? A.Kernels[I].WhyNoProofs
                                   : "no access is proved to race with none";
      All.emplace(P.Mangled, std::move(New));
      continue;
    }
    New.Free = *Best;
    for (size_t Number = 0; Number != Free.size(); ++Number)
      if (std::ranges::includes(Free[Number], *Best))
        if (auto Check = launchCheck(A.Kernels[I].Proofs[Number], P))
          New.Launches.push_back(std::move(*Check));
    if (!New.Launches.empty())
      All.emplace(P.Mangled, std::move(New));
  }
  return All;
}

} // namespace racemap
