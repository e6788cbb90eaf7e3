// WordHistory - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/WordHistory.h"

#include <algorithm>

namespace racemap::cpu {

using fsm::Operation;
using fsm::Scope;

Scope between(const Event &A, const Event &B) {
  if (A.Rank != B.Rank)
    return A.Cluster == B.Cluster ? Scope::Cluster : Scope::Grid;
  if (A.Thread == B.Thread)
    return Scope::Thread;
  return A.Thread / WarpSize == B.Thread / WarpSize ? Scope::Warp
                                                    : Scope::Block;
}

static bool onlyReads(const Touch &T) {
  return T.Op == Operation::Read || T.OnlyLoads;
}

bool conflict(const Touch &A, const Touch &B) {
  if (onlyReads(A) && onlyReads(B))
    return false;
  Scope Between = between(A.When, B.When);
  // A copy runs beside the thread that began it.
  if (Between == Scope::Thread && (A.Copy != 0 || B.Copy != 0))
    return true;
  return fsm::conflict(A.Op, B.Op, Between);
}

/// Does whatever conflicts with Old conflict with New, too, by whomever it is?
/// Old is before New, so what New's own thread does next is after both. Scopes
/// of atomics have the same threads in them if both are of one block; and who
/// has read what New wrote must have read what Old did.
static bool replaces(const Touch &New, const Touch &Old) {
  if (New.Copy != 0 || Old.Copy != 0)
    return false;
  if (New.Op == Operation::Write)
    return true;
  if (New.Op == Operation::Read)
    return Old.Op == Operation::Read;
  return between(New.When, Old.When) <= Scope::Block && isAtomic(Old.Op) &&
         atomicScope(New.Op) <= atomicScope(Old.Op) &&
         New.OnlyLoads == Old.OnlyLoads;
}

/// Is there nothing that the access may race with, nor anything that may be
/// dropped for it but what its own thread did?
bool WordHistory::isHarmless(const Touch &Now) const {
  if (Now.Copy != 0 || Copies != 0)
    return false;
  return onlyReads(Now) ? NotReads == 0
                        : Now.Op == Operation::AtomicGrid && NotAtomics == 0;
}

void WordHistory::tally(const Touch &T, int By) {
  NotReads += onlyReads(T) ? 0 : By;
  NotAtomics += T.Op == Operation::AtomicGrid ? 0 : By;
  Copies += T.Copy != 0 ? By : 0;
}

static uint64_t threadKey(const Event &E) { return E.Rank << 10 | E.Thread; }

void WordHistory::observe(const Event &By, Scope Within) {
  Observation &Seen = Observed[threadKey(By)];
  for (unsigned S = 0; S <= unsigned(Within); ++S)
    Seen[S] = NumTouches;
}

bool WordHistory::isObserved(const Touch &Old, const Touch &Now) const {
  if (!isAtomic(Old.Op) || Old.OnlyLoads)
    return false;
  Scope Between = between(Old.When, Now.When);
  auto Found = Observed.find(threadKey(Now.When));
  return Found != Observed.end() &&
         Old.Number <= Found->second[unsigned(Between)] &&
         Between <= atomicScope(Old.Op);
}

void WordHistory::append(const Touch &Now) {
  if (Touches.size() >= MostTouches) {
    IsIncomplete = true;
    return;
  }
  tally(Now, 1);
  Touches.push_back(Now);
  Touches.back().Number = NumTouches;
}

/// By thread, bytes and kind.
static uint64_t keyOf(const Touch &T) {
  return threadKey(T.When) << 8 | uint64_t(T.Mask) << 4 | uint64_t(T.Op) << 1 |
         uint64_t(T.OnlyLoads);
}

void WordHistory::appendOnce(const Touch &Now) {
  if (Latest.empty())
    for (size_t I = 0; I < Touches.size(); ++I)
      Latest[keyOf(Touches[I])] = I;
  auto [Found, IsNew] = Latest.try_emplace(keyOf(Now), Touches.size());
  if (!IsNew && Found->second < Touches.size())
    (Touches[Found->second] = Now).Number = NumTouches;
  else
    append(Now);
}

/// Takes bytes away from those accesses that Which says.
void WordHistory::drop(uint8_t Mask,
                       const std::function<bool(const Touch &)> &Which) {
  size_t Before = Touches.size();
  for (Touch &T : Touches)
    if ((T.Mask & Mask) && Which(T)) {
      T.Mask &= uint8_t(~Mask);
      if (T.Mask == 0)
        tally(T, -1);
    }
  std::erase_if(Touches, [](const Touch &T) { return T.Mask == 0; });
  if (Touches.size() != Before)
    Latest.clear();
  if (Touches.empty())
    IsIncomplete = false;
}

bool WordHistory::touch(const Touch &Now, const ThreadHistory &H,
                        const std::function<void(const Touch &)> &OnRace) {
  ++NumTouches;
  if (isHarmless(Now)) {
    appendOnce(Now);
    return true;
  }
  uint8_t Racy = 0;
  for (const Touch &Old : Touches)
    if ((Old.Mask & Now.Mask) && conflict(Old, Now) &&
        (Old.Copy != 0 || !isBefore(Old.When, Now.When, H)) &&
        !isObserved(Old, Now)) {
      OnRace(Old);
      Racy |= Old.Mask & Now.Mask;
    }
  bool IsSure = Racy != 0 || !IsIncomplete;
  drop(Racy, [](const Touch &) { return true; });
  drop(Now.Mask, [&](const Touch &Old) {
    return replaces(Now, Old) && isBefore(Old.When, Now.When, H);
  });
  Latest.clear();
  append(Now);
  return IsSure;
}

void WordHistory::finishCopy(uint32_t Copy, const Event &Now) {
  for (Touch &T : Touches)
    if (T.Copy == Copy && between(T.When, Now) == Scope::Thread) {
      tally(T, -1);
      T.Copy = 0;
      T.When = Now;
      tally(T, 1);
    }
}

void WordHistory::clear() {
  Touches.clear();
  NumTouches = NotReads = NotAtomics = Copies = 0;
  Observed.clear();
  IsIncomplete = false;
  Latest.clear();
  Told.reset();
}

Releases &WordHistory::releases() {
  if (!Told)
    Told = std::make_unique<Releases>();
  return *Told;
}

} // namespace racemap::cpu
