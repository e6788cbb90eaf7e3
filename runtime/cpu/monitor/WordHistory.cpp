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

/// Is there nothing that the access may race with, nor anything that may be
/// dropped for it but what its own thread did?
bool WordHistory::isHarmless(const Touch &Now) const {
  if (Now.Copy != 0 || Copies != 0)
    return false;
  if (onlyReads(Now) && NotReads == 0)
    return true;
  return Now.Op == Operation::AtomicGrid && NotAtomics == 0 &&
         (Touches.empty() || Now.Reach == OfAtomics);
}

void WordHistory::tally(const Touch &T, int By) {
  bool IsUsual = T.Op == Operation::AtomicGrid && T.Reach == OfAtomics;
  NotReads += onlyReads(T) ? 0 : By;
  NotAtomics += IsUsual ? 0 : By;
  Copies += T.Copy != 0 ? By : 0;
}

static bool isAtomicWrite(const Touch &T) {
  return isAtomic(T.Op) && !T.OnlyLoads;
}

struct WordHistory::Atomics {
  Observations Seen;
  uint64_t LastWrite = 0; ///< its number
  std::unique_ptr<Releases> Told;
};

WordHistory::WordHistory() = default;
WordHistory::~WordHistory() = default;

WordHistory::Atomics &WordHistory::atomics() {
  if (!OfWord)
    OfWord = std::make_unique<Atomics>();
  return *OfWord;
}

void WordHistory::observe(const Touch &Now) {
  if (!OfWord || OfWord->LastWrite == 0)
    return;
  OfWord->Seen.add(Now, NumTouches, OfWord->LastWrite, [&] {
    std::vector<uint64_t> Kept;
    for (const Touch &T : Touches)
      if (isAtomicWrite(T))
        Kept.push_back(T.Number);
    std::sort(Kept.begin(), Kept.end());
    return Kept;
  });
}

/// Those that the access races with.
std::vector<const Touch *>
WordHistory::unordered(const Touch &Now, const ThreadHistory &H) const {
  std::vector<const Touch *> Racing;
  for (const Touch &Old : Touches)
    if ((Old.Mask & Now.Mask) && conflict(Old, Now) &&
        (Old.Copy != 0 || !isBefore(Old.When, Now.When, H)))
      Racing.push_back(&Old);
  if (Racing.empty() || !OfWord)
    return Racing;
  auto Told = OfWord->Seen.before(Now.When, H);
  std::erase_if(Racing, [&](const Touch *Old) {
    return isAtomicWrite(*Old) && Told.has(*Old);
  });
  return Racing;
}

std::atomic<int64_t> WordHistory::Spare = MostSpare;

void WordHistory::beginLaunch() { Spare = MostSpare; }

bool WordHistory::isFull() const {
  return Touches.size() >= MostTouches &&
         Spare.fetch_sub(1, std::memory_order_relaxed) <= 0;
}

void WordHistory::append(const Touch &Now) {
  if (isFull()) {
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

/// The last access of the same thread and kind, or null.
Touch *WordHistory::latest(const Touch &Now) {
  if (Touches.size() < FewTouches) {
    auto Found =
        std::find_if(Touches.begin(), Touches.end(),
                     [&](const Touch &T) { return keyOf(T) == keyOf(Now); });
    return Found == Touches.end() ? nullptr : &*Found;
  }
  if (!Latest)
    Latest = std::make_unique<std::unordered_map<uint64_t, size_t>>();
  for (; NumIndexed < Touches.size(); ++NumIndexed)
    (*Latest)[keyOf(Touches[NumIndexed])] = NumIndexed;
  auto Found = Latest->find(keyOf(Now));
  return Found == Latest->end() ? nullptr : &Touches[Found->second];
}

void WordHistory::forgetLatest() {
  Latest.reset();
  NumIndexed = 0;
}

void WordHistory::appendOnce(const Touch &Now) {
  if (Touch *Last = latest(Now))
    (*Last = Now).Number = NumTouches;
  else
    append(Now);
}

/// Takes bytes away from those accesses that Which says.
void WordHistory::drop(uint8_t Mask,
                       const std::function<bool(const Touch &)> &Which) {
  for (Touch &T : Touches)
    if ((T.Mask & Mask) && Which(T)) {
      T.Mask &= uint8_t(~Mask);
      if (T.Mask == 0)
        tally(T, -1);
    }
  std::erase_if(Touches, [](const Touch &T) { return T.Mask == 0; });
  if (Touches.empty())
    IsIncomplete = false;
}

bool WordHistory::touch(const Touch &Now, const ThreadHistory &H,
                        const std::function<void(const Touch &)> &OnRace) {
  ++NumTouches;
  if (isAtomicWrite(Now))
    atomics().LastWrite = NumTouches;
  if (isHarmless(Now)) {
    appendOnce(Now);
    return true;
  }
  uint8_t Racy = 0;
  for (const Touch *Old : unordered(Now, H)) {
    if (isAtomicWrite(*Old) && OfWord && OfWord->Seen.areIncomplete()) {
      IsIncomplete = true;
      continue;
    }
    OnRace(*Old);
    Racy |= Old->Mask & Now.Mask;
  }
  bool IsSure = Racy != 0 || !IsIncomplete;
  drop(Racy, [](const Touch &) { return true; });
  drop(Now.Mask, [&](const Touch &Old) {
    return replaces(Now, Old) && isBefore(Old.When, Now.When, H);
  });
  forgetLatest();
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
  NumTouches = 0;
  NotReads = NotAtomics = Copies = 0;
  IsIncomplete = false;
  forgetLatest();
  OfWord.reset();
}

size_t WordHistory::size() const {
  return Touches.size() + (OfWord ? OfWord->Seen.size() : 0);
}

Releases &WordHistory::releases() {
  std::unique_ptr<Releases> &Told = atomics().Told;
  if (!Told)
    Told = std::make_unique<Releases>();
  return *Told;
}

bool WordHistory::hasReleases() const { return OfWord && OfWord->Told; }

void WordHistory::forgetReleases() {
  if (OfWord)
    OfWord->Told.reset();
}

} // namespace racemap::cpu
