// OtherLaunches - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/preconditions/OtherLaunches.h"

namespace racemap::verdict {

using namespace map;

bool OtherLaunches::contradict(const Term *Condition, Decider &D) {
  auto [Entry, IsNew] = Known.try_emplace(Condition);
  if (!IsNew)
    return Entry->second;
  if (!All) {
    All.emplace();
    for (const LaunchContext &C : P.Contexts)
      if (This.isInSight() && C.isInSight() && C.Origin != This.Origin)
        All->push_back(std::make_unique<LaunchFacts>(P, C));
  }
  return Entry->second = llvm::any_of(*All, [&](const auto &Launch) {
           Conjunction Holding = Launch->constraints();
           Holding.push_back(Launch->environment()(Condition));
           return D.attempt(Holding, {}, Effort::Exact).TheKind ==
                  solve::Answer::Kind::No;
         });
}

} // namespace racemap::verdict
