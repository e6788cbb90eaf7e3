// Frontier - see Frontier.h.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/fsm/model/Frontier.h"

namespace racemap::fsm {

namespace {

constexpr unsigned NumSets = 1U << NumOperations;

/// Does A conflict with whatever B conflicts with, at every distance?
constexpr bool isAsStrict(Operation A, Operation B) {
  for (unsigned Op = 0; Op != NumOperations; ++Op)
    for (unsigned S = 0; S != NumScopes; ++S)
      if (conflict(B, Operation(Op), Scope(S)) &&
          !conflict(A, Operation(Op), Scope(S)))
        return false;
  return true;
}

/// For every set of operations, a set that has to do with its members.
using Table = std::array<Operations, NumSets>;

/// The operations that a member is as strict as, or that another member is.
constexpr Table coveredBy(bool Others) {
  Table Result{};
  for (unsigned Set = 0; Set != NumSets; ++Set)
    for (unsigned A = 0; A != NumOperations; ++A)
      for (unsigned B = 0; B != NumOperations; ++B)
        if ((Set >> A & 1) && (!Others || A != B) &&
            isAsStrict(Operation(A), Operation(B)))
          Result[Set] |= only(Operation(B));
  return Result;
}

constexpr Table CoveredFromWithin = coveredBy(false);
constexpr Table CoveredBeside = coveredBy(true);

/// The members that conflict with an operation at a distance.
constexpr Operations conflicting(Operation Op, Scope Between) {
  Operations Result = 0;
  for (unsigned A = 0; A != NumOperations; ++A)
    if (conflict(Operation(A), Op, Between))
      Result |= only(Operation(A));
  return Result;
}

} // namespace

bool Frontier::races(const Hierarchy &H, Operation Op, unsigned Thread) const {
  for (unsigned Inner = Thread; Inner != 0; Inner = H.parent(Inner)) {
    unsigned Outer = H.parent(Inner); // all in it but Inner is that far away
    Operations Met = 0;
    for (unsigned G = Outer + 1; G != Inner; ++G)
      Met |= Members[G];
    for (unsigned G = H.end(Inner); G != H.end(Outer); ++G)
      Met |= Members[G];
    if (Met & conflicting(Op, H.scope(Outer)))
      return true;
  }
  return false;
}

bool Frontier::access(const Hierarchy &H, Operation Op, unsigned Thread) {
  bool Races = races(H, Op, Thread);
  if (Races)
    Members = {};
  Members[Thread] |= only(Op);
  dropCovered(H);
  return Races;
}

void Frontier::barrier(const Hierarchy &H, unsigned Group) {
  for (unsigned G = Group + 1; G != H.end(Group); ++G) {
    Members[Group] |= Members[G];
    Members[G] = 0;
  }
  dropCovered(H);
}

void Frontier::dropCovered(const Hierarchy &H) {
  std::array<Operations, Hierarchy::MaxGroups> Within{}; // smaller groups
  for (unsigned G = H.size(); --G != 0;) {
    Operations Set = Members[G] & ~CoveredFromWithin[Within[G]];
    Members[G] = Set & ~CoveredBeside[Set];
    Within[H.parent(G)] |= Within[G] | Members[G];
  }
  Members[0] = 0; // the grid
}

} // namespace racemap::fsm
