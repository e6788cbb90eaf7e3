// WordHistory - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/WordHistory.h"
#include "runtime/cpu/monitor/Observations.h"

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

static bool isAtomicWrite(const Touch &T) {
  return isAtomic(T.Op) && !T.OnlyLoads;
}

struct WordHistory::Observed {
  Observations Seen;
  uint64_t LastWrite = 0; ///< its number
  std::unique_ptr<Releases> Told;

  void clear() {
    Seen.clear();
    LastWrite = 0;
    Told.reset();
  }
};

WordHistory::WordHistory() = default;
WordHistory::~WordHistory() = default;

WordHistory::Observed &WordHistory::observed() {
  if (!OfAtomics)
    OfAtomics = std::make_unique<Observed>();
  return *OfAtomics;
}

WordHistory::AtomicKind WordHistory::kindOf(const Touch &Atomic) {
  switch (atomicScope(Atomic.Op)) {
  case Scope::Grid:
    return {Atomic.Op, Atomic.Reach, 0};
  case Scope::Cluster:
    return {Atomic.Op, Atomic.Reach, Atomic.When.Cluster};
  default:
    return {Atomic.Op, Atomic.Reach, Atomic.When.Rank};
  }
}

/// The one for accesses of its kind. Which atomic ones are usual, the first
/// says.
TouchList &WordHistory::listOf(const Touch &Now) {
  if (Now.Copy != 0)
    return Rest;
  if (Now.Op == Operation::Read)
    return Reads;
  bool IsUsual = isAtomic(Now.Op) &&
                 (Atomics.empty() || kindOf(*Atomics.begin()) == kindOf(Now));
  return IsUsual ? Atomics : Rest;
}

void WordHistory::observe(const Touch &Now) {
  if (!OfAtomics || OfAtomics->LastWrite == 0)
    return;
  OfAtomics->Seen.add(Now, NumTouches, OfAtomics->LastWrite, [&] {
    std::vector<uint64_t> Kept;
    for (const TouchList *List : {&Atomics, &Rest})
      for (const Touch &T : *List)
        if (isAtomicWrite(T))
          Kept.push_back(T.Number);
    std::sort(Kept.begin(), Kept.end());
    return Kept;
  });
}

std::atomic<int64_t> WordHistory::Spare = MostSpare;

void WordHistory::beginLaunch() { Spare = MostSpare; }

bool WordHistory::isFull() const {
  return numTouches() >= MostTouches &&
         Spare.fetch_sub(1, std::memory_order_relaxed) <= 0;
}

void WordHistory::append(TouchList &To, const Touch &Now) {
  LastBlockClock = std::max(LastBlockClock, Now.When.BlockClock);
  if (isFull())
    To.lose();
  else
    To.append(Now);
}

void WordHistory::begin(const Touch &First) {
  Touch Now = First;
  Now.Number = ++NumTouches;
  append(listOf(Now), Now);
}

/// Nobody but the block's threads accesses the word: what was before a barrier
/// of the block is before all that comes. Copies may still be under way.
void WordHistory::leaveBehind(const Event &Now) {
  if (Now.BlockClock <= LastBlockClock)
    return;
  Reads.clear();
  Atomics.clear();
  Rest.update([](Touch &T) { T.Mask = T.Copy != 0 ? T.Mask : 0; });
}

/// Adds those that Now races with to Racing, and takes away those that it
/// replaces.
void WordHistory::meet(TouchList &With, const Touch &Now, Past &Before,
                       std::vector<Touch> &Racing) {
  With.update([&](Touch &Old) {
    if (!(Old.Mask & Now.Mask))
      return;
    if (Old.Copy == 0 && Before.has(Old.When)) {
      if (replaces(Now, Old))
        Old.Mask &= uint8_t(~Now.Mask);
    } else if (conflict(Old, Now)) {
      Racing.push_back(Old);
    }
  });
}

/// What an atomic access has read is before it. False if it is not known what
/// that was; then it may have been any.
bool WordHistory::eraseObserved(std::vector<Touch> &Racing, const Touch &Now,
                                const ThreadHistory &H) const {
  if (!OfAtomics || std::none_of(Racing.begin(), Racing.end(), isAtomicWrite))
    return true;
  bool IsKnown = !OfAtomics->Seen.areIncomplete();
  auto Told = OfAtomics->Seen.before(Now.When, H);
  auto NumErased = std::erase_if(Racing, [&](const Touch &Old) {
    return isAtomicWrite(Old) && (!IsKnown || Told.has(Old));
  });
  return IsKnown || NumErased == 0;
}

bool WordHistory::touch(const Touch &Access, const ThreadHistory &H,
                        bool IsOfBlock,
                        llvm::function_ref<void(const Touch &)> OnRace) {
  Touch Now = Access;
  Now.Number = ++NumTouches;
  if (isAtomicWrite(Now))
    observed().LastWrite = NumTouches;
  if (IsOfBlock)
    leaveBehind(Now.When);
  TouchList &Own = listOf(Now);
  std::vector<Touch> Racing;
  Past Before(Now.When, H);
  bool IsSure = true;
  // Of two in the same list, only those of Rest may race.
  for (TouchList *List : {&Reads, &Atomics, &Rest})
    if (List != &Own || List == &Rest) {
      IsSure &= !List->isIncomplete();
      meet(*List, Now, Before, Racing);
    }
  IsSure &= eraseObserved(Racing, Now, H);
  std::sort(Racing.begin(), Racing.end(),
            [](auto &A, auto &B) { return A.Number < B.Number; });
  uint8_t Racy = 0;
  for (const Touch &Old : Racing) {
    OnRace(Old);
    Racy |= Old.Mask & Now.Mask;
  }
  if (Racy)
    for (TouchList *List : {&Reads, &Atomics, &Rest})
      List->update([&](Touch &T) { T.Mask &= uint8_t(~Racy); });
  if (&Own == &Rest || !Own.renew(Now))
    append(Own, Now);
  return IsSure || Racy != 0;
}

void WordHistory::finishCopy(uint32_t Copy, const Event &Now) {
  Rest.update([&](Touch &T) {
    if (T.Copy == Copy && between(T.When, Now) == Scope::Thread) {
      T.Copy = 0;
      T.When = Now;
    }
  });
  LastBlockClock = std::max(LastBlockClock, Now.BlockClock);
}

void WordHistory::clear() {
  Reads.clear();
  Atomics.clear();
  Rest.clear();
  NumTouches = LastBlockClock = 0;
  if (OfAtomics)
    OfAtomics->clear();
}

size_t WordHistory::size() const {
  return numTouches() + (OfAtomics ? OfAtomics->Seen.size() : 0);
}

Releases &WordHistory::releases() {
  std::unique_ptr<Releases> &Told = observed().Told;
  if (!Told)
    Told = std::make_unique<Releases>();
  return *Told;
}

bool WordHistory::hasReleases() const { return OfAtomics && OfAtomics->Told; }

void WordHistory::forgetReleases() {
  if (OfAtomics)
    OfAtomics->Told.reset();
}

} // namespace racemap::cpu
