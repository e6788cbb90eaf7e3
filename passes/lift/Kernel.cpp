// Kernel - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/Kernel.h"
#include "passes/lift/LibraryCalls.h"

namespace racemap::lift {

void Kernel::gap(std::string Reason, const llvm::Instruction &I) {
  if (std::string Library = libraryCallOf(I); !Library.empty())
    Reason = Library + ": " + Reason;
  map::Gap G{std::move(Reason), Names.locationOf(I)};
  for (const map::Gap &Known : P.Gaps)
    if (Known.Reason == G.Reason && Known.Where == G.Where)
      return;
  P.Gaps.push_back(std::move(G));
}

} // namespace racemap::lift
