// WordHistory - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/WordHistory.h"

#include <algorithm>
#include <map>
#include <thread>
#include <tuple>

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
  // Atomic accesses that overlap in part only are not atomic for each other.
  bool IsMixed = isAtomic(A.Op) && isAtomic(B.Op) && A.Reach != B.Reach;
  return IsMixed ? Between != Scope::Thread
                 : fsm::conflict(A.Op, B.Op, Between);
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
         New.Reach == Old.Reach && atomicScope(New.Op) <= atomicScope(Old.Op) &&
         New.OnlyLoads == Old.OnlyLoads;
}

/// Is there nothing that the access may race with, nor anything that may be
/// dropped for it but what its own thread did?
bool WordHistory::isHarmless(const Touch &Now) const {
  if (Now.Copy != 0 || Copies != 0)
    return false;
  if (onlyReads(Now))
    return NotReads == 0;
  return Now.Op == Operation::AtomicGrid && NotAtomics == 0 &&
         (Touches.empty() || Now.Reach == OfAtomics);
}

void WordHistory::tally(const Touch &T, int By) {
  bool IsUsual = T.Op == Operation::AtomicGrid && T.Reach == OfAtomics;
  NotReads += onlyReads(T) ? 0 : By;
  NotAtomics += IsUsual ? 0 : By;
  Copies += T.Copy != 0 ? By : 0;
}

static uint64_t threadKey(const Event &E) { return E.Rank << 10 | E.Thread; }

static bool isAtomicWrite(const Touch &T) {
  return isAtomic(T.Op) && !T.OnlyLoads;
}

void WordHistory::observe(const Touch &Now) {
  if (LastAtomicWrite == 0)
    return;
  Scope Within = atomicScope(Now.Op);
  // Who reads again what it has read does not learn anything.
  for (size_t I = Observations.size();
       I > 0 && Observations[I - 1].Number >= LastAtomicWrite; --I)
    if (const Observation &O = Observations[I - 1];
        O.Within >= Within && O.Reach == Now.Reach &&
        between(O.When, Now.When) == Scope::Thread)
      return;
  if (Observations.size() >= NextForgetting)
    forgetObservations();
  Observations.push_back({Now.When, Within, Now.Reach, NumTouches});
}

/// Those of no access that is still kept, but for what the same thread had read
/// earlier: that is before more than a later one.
void WordHistory::forgetObservations() {
  std::vector<uint64_t> Kept;
  for (const Touch &T : Touches)
    if (isAtomicWrite(T))
      Kept.push_back(T.Number);
  std::sort(Kept.begin(), Kept.end());
  std::map<std::tuple<uint64_t, Scope, int8_t, uint8_t>, uint64_t> Known;
  std::erase_if(Observations, [&](const Observation &O) {
    uint64_t &Before =
        Known[{threadKey(O.When), O.Within, O.Reach.Begin, O.Reach.Bytes}];
    auto First = std::upper_bound(Kept.begin(), Kept.end(), Before);
    if (First == Kept.end() || *First > O.Number)
      return true;
    Before = O.Number;
    return false;
  });
  if (Observations.size() >= MostObservations) {
    Observations.clear();
    LacksObservations = true;
  }
  NextForgetting = std::max<size_t>(64, 2 * Observations.size());
}

bool WordHistory::isObserved(const Touch &Old, const Event &Now,
                             const ThreadHistory &H) const {
  if (!isAtomicWrite(Old))
    return false;
  return std::any_of(Observations.rbegin(), Observations.rend(),
                     [&](const Observation &O) {
                       return Old.Number <= O.Number && Old.Reach == O.Reach &&
                              between(Old.When, O.When) <=
                                  std::min(O.Within, atomicScope(Old.Op)) &&
                              isBefore(O.When, Now, H);
                     });
}

void WordHistory::append(const Touch &Now) {
  if (Touches.size() >= MostTouches) {
    IsIncomplete = true;
    return;
  }
  if (Touches.empty())
    OfAtomics = Now.Reach;
  tally(Now, 1);
  Touches.push_back(Now);
  Touches.back().Number = NumTouches;
}

/// By thread, bytes and kind.
static uint64_t keyOf(const Touch &T) {
  return threadKey(T.When) << 24 | uint64_t(uint8_t(T.Reach.Begin)) << 16 |
         uint64_t(T.Reach.Bytes) << 8 | uint64_t(T.Mask) << 4 |
         uint64_t(T.Op) << 1 | uint64_t(T.OnlyLoads);
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
  if (isAtomicWrite(Now))
    LastAtomicWrite = NumTouches;
  if (isHarmless(Now)) {
    appendOnce(Now);
    return true;
  }
  uint8_t Racy = 0;
  for (const Touch &Old : Touches)
    if ((Old.Mask & Now.Mask) && conflict(Old, Now) &&
        (Old.Copy != 0 || !isBefore(Old.When, Now.When, H)) &&
        !isObserved(Old, Now.When, H)) {
      if (LacksObservations && isAtomicWrite(Old)) {
        IsIncomplete = true;
        continue;
      }
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
  Observations.clear();
  LastAtomicWrite = 0;
  NextForgetting = 64;
  IsIncomplete = LacksObservations = false;
  Latest.clear();
  Told.reset();
}

void WordHistory::lock() {
  for (unsigned Tries = 0; Busy.test_and_set(std::memory_order_acquire);)
    if (++Tries > 64)
      std::this_thread::yield();
}

Releases &WordHistory::releases() {
  if (!Told)
    Told = std::make_unique<Releases>();
  return *Told;
}

} // namespace racemap::cpu
