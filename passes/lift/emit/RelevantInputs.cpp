// RelevantInputs - a walk over the sinks of the protocol.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/emit/RelevantInputs.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace racemap::lift {

using namespace llvm;
using map::Term;

/// What a write stores decides nothing but whether a conflict is benign.
static SmallVector<const Term *, 4> deciding(const map::Stmt *S) {
  const auto *A = dyn_cast<map::Access>(S);
  if (!A)
    return map::termsOf(S);
  SmallVector<const Term *, 4> Place(A->Slots.begin(), A->Slots.end());
  Place.push_back(A->Offset);
  return Place;
}

/// What may flow into a value that is not modelled.
static void addAll(const map::Protocol &P, ArrayRef<std::string> Parameters,
                   std::set<std::string> &Out) {
  Out.insert(Parameters.begin(), Parameters.end());
  for (const map::Variable *V : P.Parameters)
    if (!map::LaunchContext::isClusterDim(V))
      Out.insert(V->name().str());
  for (const map::Access *A : P.accesses())
    if (A->TheOperation != map::Access::Operation::Write &&
        A->TheOperation != map::Access::Operation::AtomicWrite &&
        A->TheArray->TheSpace != map::Space::Shared)
      Out.insert(A->TheArray->Name);
}

std::vector<std::string> relevantInputs(const map::Protocol &P,
                                        ArrayRef<std::string> Parameters) {
  std::vector<const Term *> Sinks;
  map::forEachStmt(
      P.Body, [&](const map::Stmt *S) { append_range(Sinks, deciding(S)); });
  std::set<std::string> Names;
  map::forEachNode(Sinks, [&](const Term *T) {
    const auto *V = dyn_cast<map::Variable>(T);
    if (V && V->role() == map::Variable::Role::Parameter &&
        !map::LaunchContext::isClusterDim(V))
      Names.insert(V->name().str());
    const auto *U = dyn_cast<map::Unknown>(T);
    if (U && U->array())
      Names.insert(U->array()->Name);
  });
  if (map::mentions(Sinks, map::Cause::Unmodelled))
    addAll(P, Parameters, Names);
  return {Names.begin(), Names.end()};
}

} // namespace racemap::lift
