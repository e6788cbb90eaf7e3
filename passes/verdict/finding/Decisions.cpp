// Decisions - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/finding/Decisions.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap::verdict {

using namespace map;
using llvm::dyn_cast;

Scope groupOf(const Barrier *B) {
  return B->TheScope == Scope::Cluster ? Scope::Grid : B->TheScope;
}

bool mayFollow(const intervals::Ground &G, const Leave *E, const Barrier *B,
               bool &InNextIteration) {
  auto PathE = G.Where.pathTo(E), PathB = G.Where.pathTo(B);
  size_t I = 0;
  InNextIteration = false;
  for (; PathE[I] == PathB[I]; ++I)
    InNextIteration |= llvm::isa<Loop>(PathE[I]);
  const intervals::Place &AtE = G.Where[PathE[I]], &AtB = G.Where[PathB[I]];
  if (AtE.In != AtB.In || AtE.Index < AtB.Index) { // other branch, or behind
    InNextIteration = false;
    return true;
  }
  return InNextIteration;
}

namespace {

/// Collects the decisions of one barrier.
struct Collector {
  const intervals::Ground &G;
  const Barrier *B;
  std::vector<Decision> All;

  /// The decisions around To that stand in Within; null: in the kernel.
  void addPath(const Stmt *To, const Stmt *Within, const Leave *Exit) {
    bool Inside = Within == nullptr;
    for (const Stmt *X : G.Where.pathTo(To)) {
      if (Inside && X != To)
        All.push_back({X, Exit});
      Inside |= X == Within;
    }
  }

  /// A fixed number of threads: who returned is missing.
  void addReturns() {
    forEachStmt(G.P.Body, [&](const Stmt *X) {
      const auto *E = dyn_cast<Leave>(X);
      bool InNextIteration;
      if (E && !E->Target && mayFollow(G, E, B, InNextIteration))
        addPath(E, nullptr, E);
    });
  }

  void addExits(const Loop *L, bool Returns) {
    forEachStmt(L->Body, [&](const Stmt *X) {
      const auto *E = dyn_cast<Leave>(X);
      if (!E || (!E->Target && !Returns))
        return;
      bool Leaves = !E->Target || E->Target == L ||
                    llvm::is_contained(G.Where.pathTo(L), E->Target);
      if (Leaves)
        addPath(E, L, E);
    });
  }
};

} // namespace

std::vector<Decision> decisionsOf(const intervals::Ground &G, const Stmt *S) {
  const auto *B = dyn_cast<Barrier>(S);
  Collector C{G, B, {}};
  C.addPath(S, nullptr, nullptr);
  if (B && B->Count)
    C.addReturns();
  for (const Stmt *X : G.Where.pathTo(S))
    if (const auto *L = dyn_cast<Loop>(X))
      C.addExits(L, /*Returns=*/false);
  return std::move(C.All);
}

std::vector<Decision> decisionsToLeave(const intervals::Ground &G,
                                       const Loop *L) {
  Collector C{G, nullptr, {{L, nullptr}}};
  C.addExits(L, /*Returns=*/true);
  return std::move(C.All);
}

} // namespace racemap::verdict
