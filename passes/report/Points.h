// Points - all places in sources that results mention.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_REPORT_POINTS_H
#define RACEMAP_PASSES_REPORT_POINTS_H

#include "passes/verdict/finding/Finding.h"

namespace racemap::report {

template <class Sites, class Visitor>
void eachPointOfSites(Sites &All, Visitor Visit) {
  for (auto &S : All) {
    Visit(S.Where);
    for (auto &C : S.Where.Calls)
      Visit(C.Site);
  }
}

/// Visits each SourcePoint of a KernelResult, const or not.
template <class Kernel, class Visitor>
void eachPoint(Kernel &K, Visitor Visit) {
  Visit(K.Where);
  for (auto &C : K.Contexts) {
    for (auto &U : C.UndecidedPairs)
      eachPointOfSites(U.Sites, Visit);
    for (auto &F : C.Findings) {
      eachPointOfSites(F.Sites, Visit);
      if (F.TheRepair)
        Visit(F.TheRepair->Where);
      for (auto &Way : F.TheWitness.Ways)
        for (auto &P : Way)
          Visit(P.Where);
    }
  }
}

} // namespace racemap::report

#endif
