// Kernel - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/kernel/Kernel.h"
#include "passes/lift/module/LibraryCalls.h"

namespace racemap::lift {

void Kernel::gap(std::string Reason, const llvm::Instruction &I,
                 map::Sequence &Out) {
  if (std::string Library = libraryCallOf(I); !Library.empty())
    Reason = Library + ": " + Reason;
  map::Location Where = Names.locationOf(I);
  const auto *Last =
      Out.empty() ? nullptr : llvm::dyn_cast<map::Gap>(Out.back());
  if (Last && Last->Reason == Reason && Last->Where == Where)
    return;
  auto *G = P.make<map::Gap>();
  G->Reason = std::move(Reason);
  G->Where = std::move(Where);
  Out.push_back(G);
}

void Kernel::gapAtEntry(std::string Reason, const llvm::Instruction &I) {
  map::Sequence First;
  gap(std::move(Reason), I, First);
  P.Body.insert(P.Body.begin(), First.front());
}

} // namespace racemap::lift
