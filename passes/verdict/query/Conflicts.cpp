// Conflicts - the query of DESIGN, "Deciding a pair".
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/query/Conflicts.h"
#include "passes/map/Mentioned.h"
#include "passes/verdict/query/Overlap.h"
#include "llvm/ADT/MapVector.h"

namespace racemap::verdict {

using namespace map;
using intervals::Reach;
using intervals::Relation;

bool Conflicts::mayOverlap(const Access &A, const Access &B, Relation R) const {
  if (!overlaps().mayOverlap(A.TheArray, B.TheArray) ||
      A.TheArray->TheSpace == Space::Constant)
    return false;
  return !A.TheArray->isOfOneBlock() || R != Relation::DifferentBlock;
}

bool Conflicts::mayShareBytes(const Access &A, const Access &B) const {
  if (A.TheArray != B.TheArray)
    return overlaps().mayOverlap(A.TheArray, B.TheArray);
  intervals::SharedVariables None;
  TwoThreads Both(Launch, Terms, Scope::Grid, None);
  const auto &Env = Launch.environment();
  return !Launch.isAlwaysFalse(overlap({Both.first(Env(A.Offset)), A.Size},
                                       {Both.second(Env(B.Offset)), B.Size},
                                       Launch, Terms));
}

/// From the slot of the first pointer in memory, if there is one, to the
/// offset.
Conflicts::Places Conflicts::places(const Reach &A, const Reach &B,
                                    const TwoThreads &Both) const {
  Places Result;
  auto Append = [&](const Term *X, const Term *Y) {
    Result.push_back({Both.first(X), Both.second(Y)});
  };
  for (auto [X, Y] : llvm::zip(A.Slots, B.Slots))
    Append(X, Y);
  Append(A.Offset, B.Offset);
  const Array *Mine = A.TheAccess->TheArray, *Other = B.TheAccess->TheArray;
  if (Mine == Other)
    return Result;
  Aliases::Place From = overlaps().placeOf(Mine),
                 To = overlaps().placeOf(Other);
  const Term *&Moved = Result.front().second;
  if (To.Offset)
    Moved = Terms.add(Moved, Launch.environment()(To.Offset), NoSignedWrap);
  if (From.Offset)
    Moved = Terms.sub(Moved, Launch.environment()(From.Offset), NoSignedWrap);
  if (From.Anywhere || To.Anywhere)
    Moved = nullptr;
  return Result;
}

Query Conflicts::query(Relation R, const Reach &A, const Reach &B,
                       const TwoThreads &Both) const {
  Query Q(Both.common(), A.Approximation);
  Q.approximate(B.Approximation);
  Q.require(Both.related(R, ByWarp));
  Q.require(Both.inParties(R, G.Masks));
  Q.require(Both.first(A.Condition));
  Q.require(Both.second(B.Condition));
  Places At = places(A, B, Both);
  if (!At.front().second)
    Q.approximate("arrays overlap in this launch, nobody knows where");
  for (auto [X, Y] : llvm::drop_end(At))
    if (Y)
      Q.require(Terms.eq(X, Y));
  auto [X, Y] = At.back();
  if (!Y)
    return Q;
  Q.require(
      overlap({X, A.TheAccess->Size}, {Y, B.TheAccess->Size}, Launch, Terms));
  return Q;
}

std::optional<Query> Conflicts::inOnePlace(const Query &Of, const Reach &A,
                                           const Reach &B,
                                           const TwoThreads &Both) const {
  VariableSet Names;
  for (const auto *T : A.Slots)
    addMentioned(T, Names);
  addMentioned(A.Offset, Names);
  llvm::MapVector<const Variable *, const Term *> Same;
  Query Q = Of;
  auto AsTheFirst = [&](const Term *T) {
    return Terms.replace(T, [&](const Term *X) -> const Term * {
      auto *V = llvm::dyn_cast<Variable>(X);
      return V ? Same.lookup(V) : nullptr;
    });
  };
  for (const Variable *V : Names)
    if (Both.first(V) != Both.second(V))
      Same[llvm::cast<Variable>(Both.second(V))] = Both.first(V);
  for (auto [X, Y] : places(A, B, Both))
    if (!Y || AsTheFirst(Y) != X)
      return std::nullopt;
  for (const Term *&T : Q.Terms)
    T = AsTheFirst(T);
  for (auto [Second, First] : Same)
    Q.require(Terms.eq(Second, First));
  return Q;
}

} // namespace racemap::verdict
