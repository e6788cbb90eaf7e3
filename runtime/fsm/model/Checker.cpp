// Checker - see Checker.h.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/fsm/model/Checker.h"
#include <algorithm>

namespace racemap::fsm {

namespace {

/// A thread other than the pending one writes the cell. What the pending access
/// has loaded can come back only as long as its accessor passes no barrier, for
/// its clocks are in the cell; if it cannot, the swap is sure to fail, and the
/// access begins again.
void write(Configuration &C, Cell New) {
  Pending &P = C.Access;
  if (P.Thread && !P.Overwritten && !(C.Shadow == New)) {
    P.Overwritten = true;
    if (!C.Shadow.Last || C.Shadow.Since != Scope::Thread)
      P = {};
  }
  if (P.Overwritten && New == P.Loaded)
    P.Overwritten = false;
  C.Shadow = New;
}

} // namespace

bool Checker::run(const Configuration &From) {
  Known.add(From);
  Parents.push_back(0);
  for (unsigned I = 0; I != Known.size(); ++I) {
    Configuration C = Known[I];
    for (Move M : moves(C)) {
      visit(I, C, M);
      if (!agree(C, M)) {
        Failed = I;
        return false;
      }
      Known.add(after(C, M));
      Parents.resize(Known.size(), I);
    }
  }
  return true;
}

std::vector<Checker::Move> Checker::moves(const Configuration &C) const {
  const Pending &P = C.Access;
  std::vector<Move> Result;
  for (unsigned Group : H.barriers())
    if (!P.Thread || !H.contains(Group, P.Thread))
      Result.push_back({Kind::Barrier, Group});
  if (P.Thread)
    Result.push_back({Kind::Swap, P.Thread, P.Op});
  for (unsigned Thread : H.threads()) {
    if (Thread == P.Thread)
      continue;
    for (Operation Op : H.operations()) {
      Result.push_back({Kind::Access, Thread, Op});
      if (lookUp(C, Result.back()).keeps())
        Result.push_back({Kind::AccessAndKeep, Thread, Op});
      if (O.Interleaved && !P.Thread)
        Result.push_back({Kind::Load, Thread, Op});
    }
  }
  return Result;
}

/// What the thread finds in the table, for the cell that it has loaded.
Transition Checker::lookUp(const Configuration &C, Move M) const {
  const Cell &Seen = M.TheKind == Kind::Swap ? C.Access.Loaded : C.Shadow;
  return T.at(Seen.State, meet(H, Seen, M.Op, M.Group));
}

bool Checker::looksUp(const Configuration &C, Move M) {
  switch (M.TheKind) {
  case Kind::Barrier:
  case Kind::Load:
    return false;
  case Kind::Access:
  case Kind::AccessAndKeep:
    return true;
  case Kind::Swap:
    return !C.Access.Overwritten;
  }
  return false;
}

/// Do the table and the reference agree on whether a move races?
bool Checker::agree(const Configuration &C, Move M) const {
  return !looksUp(C, M) ||
         lookUp(C, M).races() == C.Before.races(H, M.Op, M.Group);
}

void Checker::visit(unsigned Number, const Configuration &C, Move M) {
  if (!looksUp(C, M))
    return;
  unsigned Row = C.Shadow.State * Meeting::Count +
                 meet(H, C.Shadow, M.Op, M.Group).number();
  unsigned &Place = First[Row * NumScopes + unsigned(C.Shadow.Since)];
  Place = std::min(Place, Number);
}

std::vector<std::pair<Checker::Place, Configuration>> Checker::places() const {
  std::vector<std::pair<Place, Configuration>> Result;
  for (unsigned I = 0; I != First.size(); ++I)
    if (First[I] != Configurations::None)
      Result.push_back({{I / NumScopes / Meeting::Count,
                         I / NumScopes % Meeting::Count, Scope(I % NumScopes)},
                        Known[First[I]]});
  return Result;
}

Configuration Checker::after(Configuration C, Move M) const {
  Transition Found = lookUp(C, M);
  Cell New{static_cast<uint8_t>(Found.next()), static_cast<uint8_t>(M.Group)};
  switch (M.TheKind) {
  case Kind::Barrier:
    C.Before.barrier(H, M.Group);
    C.Shadow.barrier(H, M.Group);
    if (C.Access.Overwritten && H.contains(M.Group, C.Access.Loaded.Last))
      C.Access = {};
    break;
  case Kind::Access:
    C.Before.access(H, M.Op, M.Group);
    write(C, New);
    break;
  case Kind::AccessAndKeep:
    C.Before.access(H, M.Op, M.Group);
    break;
  case Kind::Load:
    C.Access.Thread = static_cast<uint8_t>(M.Group);
    C.Access.Op = M.Op;
    C.Access.Loaded = C.Shadow;
    break;
  case Kind::Swap:
    if (!C.Access.Overwritten) {
      C.Before.access(H, M.Op, M.Group);
      C.Shadow = New;
    }
    C.Access = {};
    break;
  }
  return C;
}

std::string Checker::describe(Move M) const {
  std::string Who = H.name(M.Group);
  switch (M.TheKind) {
  case Kind::Barrier:
    return "barrier of the " + Who;
  case Kind::Access:
    return Who + ": " + name(M.Op);
  case Kind::AccessAndKeep:
    return Who + ": " + name(M.Op) + ", which keeps the cell";
  case Kind::Load:
    return Who + ": loads the cell for a " + name(M.Op);
  case Kind::Swap:
    return Who + ": swaps the cell";
  }
  return "";
}

/// Configurations are known up to symmetry, so the way is gone once more from
/// the beginning with threads that keep their names.
std::string Checker::counterexample() const {
  std::vector<unsigned> Way{Failed};
  while (Way.back() != 0)
    Way.push_back(Parents[Way.back()]);
  std::string Text;
  Configuration C = Known[0];
  for (std::size_t I = Way.size() - 1; I-- != 0;)
    for (Move M : moves(C))
      if (Configuration Next = after(C, M); Known.find(Next) == Way[I]) {
        Text += describe(M) + "\n";
        C = Next;
        break;
      }
  for (Move M : moves(C))
    if (!agree(C, M))
      return Text + describe(M) +
             (lookUp(C, M).races() ? ": race by the table only"
                                   : ": race by the reference only");
  return Text;
}

} // namespace racemap::fsm
