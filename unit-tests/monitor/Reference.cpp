// Reference - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/monitor/Reference.h"

#include <algorithm>

namespace racemap {

using device::Descriptor;
using device::Order;
using fsm::Operation;
using fsm::Scope;

static bool has(const std::vector<unsigned> &Threads, unsigned T) {
  return std::find(Threads.begin(), Threads.end(), T) != Threads.end();
}

static bool reads(const Descriptor &D) {
  return D.Op == Operation::Read ||
         (isAtomic(D.Op) && !D.OnlyStores && !D.Unread);
}

static bool writes(const Descriptor &D) {
  return D.Op == Operation::Write || (isAtomic(D.Op) && !D.OnlyLoads);
}

/// Atomic, or volatile.
static bool isStrong(const Descriptor &D) {
  return isAtomic(D.Op) || D.Ordering != Order::None;
}

static Scope audience(const Descriptor &D) {
  return isAtomic(D.Op) ? atomicScope(D.Op) : Scope::Grid;
}

static bool releases(Order O) {
  return O == Order::Release || O == Order::AcqRel;
}

static bool acquires(Order O) {
  return O == Order::Acquire || O == Order::AcqRel;
}

void Reference::comeAfter(Event &E, size_t Earlier) const {
  E.Before[Earlier] = true;
  for (size_t I = 0; I < Earlier; ++I)
    if (Events[Earlier].Before[I])
      E.Before[I] = true;
}

/// Does the read see what the write has told? Reads take the last value; what
/// was told before is told on by updates, but not by stores.
bool Reference::sees(size_t Read, size_t Write) const {
  const Event &R = Events[Read], &W = Events[Write];
  if (R.K != Kind::Access || W.K != Kind::Access || R.Word != W.Word)
    return false;
  if (!reads(R.D) || !isStrong(R.D) || !writes(W.D) || !isStrong(W.D) ||
      W.Fails)
    return false;
  for (size_t I = Write + 1; I < Read; ++I) {
    const Event &Other = Events[I];
    bool IsStore = Other.K == Kind::Access && Other.Word == W.Word &&
                   writes(Other.D) && !Other.Fails &&
                   (!isAtomic(Other.D.Op) || Other.D.OnlyStores);
    if (IsStore)
      return false;
  }
  return true;
}

/// Is the first event before the second one in the order of a thread, or of
/// several that have waited for each other in between?
bool Reference::isWaitedFor(size_t First, size_t Second) const {
  std::vector<unsigned> Threads = Events[First].Threads;
  std::vector<size_t> Arrived;
  for (size_t I = First + 1; I < Second; ++I) {
    const Event &E = Events[I];
    if (E.K == Kind::Arrival && has(Threads, E.Threads[0]))
      Arrived.push_back(I);
    for (size_t A : E.Arrivals)
      if (std::find(Arrived.begin(), Arrived.end(), A) != Arrived.end())
        Threads.push_back(E.Threads[0]);
    bool Meets = E.K == Kind::Barrier &&
                 std::any_of(E.Threads.begin(), E.Threads.end(),
                             [&](unsigned T) { return has(Threads, T); });
    if (Meets)
      Threads.insert(Threads.end(), E.Threads.begin(), E.Threads.end());
  }
  return has(Threads, Events[Second].Threads[0]);
}

/// The scope to which the write tells what was before Source: itself, or a
/// fence before it. Thread if it does not.
Scope Reference::releaseScope(size_t Write, size_t Source) const {
  const Event &W = Events[Write], &F = Events[Source];
  if (Source == Write)
    return releases(W.D.Ordering) ? audience(W.D) : Scope::Thread;
  bool IsFence = F.K == Kind::Fence && F.Order != Order::Acquire &&
                 Source < Write && isWaitedFor(Source, Write);
  return IsFence ? std::min(F.Scope, audience(W.D)) : Scope::Thread;
}

void Reference::acquireFrom(Event &E, size_t Read, Scope Sink) const {
  Scope Reach = std::min(Sink, audience(Events[Read].D));
  unsigned Reader = Events[Read].Threads[0];
  for (size_t Write = 0; Write < Read; ++Write) {
    if (!sees(Read, Write))
      continue;
    Scope Between = S.between(Reader, Events[Write].Threads[0]);
    for (size_t Source = 0; Source <= Write; ++Source) {
      Scope Told = releaseScope(Write, Source);
      if (Told != Scope::Thread && Between <= std::min(Told, Reach))
        comeAfter(E, Source);
    }
  }
}

/// What the event's thread has seen and acquires by the event, which is the
/// last one, or what the event itself acquires.
void Reference::acquire(Event &E) const {
  for (size_t I = 0; I < Events.size(); ++I) {
    const Event &R = Events[I];
    if (R.K != Kind::Access || !has(E.Threads, R.Threads[0]))
      continue;
    if (acquires(R.D.Ordering))
      acquireFrom(E, I, Scope::Grid);
    if (E.K != Kind::Access && E.K != Kind::Fence)
      acquireFrom(E, I, Scope::Grid);
    if (E.K == Kind::Fence && E.Order != Order::Release)
      acquireFrom(E, I, E.Scope);
  }
}

void Reference::add(Event E) {
  size_t Number = Events.size();
  E.Before.assign(Number + 1, false);
  Events.push_back(std::move(E));
  Event &Now = Events.back();
  for (size_t I = 0; I < Number; ++I)
    for (unsigned T : Events[I].Threads)
      if (has(Now.Threads, T))
        comeAfter(Now, I);
  for (size_t I : Now.Arrivals)
    comeAfter(Now, I);
  acquire(Now);
}

void Reference::barrier(const std::vector<unsigned> &Threads) {
  Event E{Kind::Barrier, Threads};
  add(std::move(E));
}

size_t Reference::arrive(unsigned Thread) {
  add({Kind::Arrival, {Thread}});
  return Events.size() - 1;
}

void Reference::wait(unsigned Thread, const std::vector<size_t> &Arrivals) {
  Event E{Kind::Wait, {Thread}};
  E.Arrivals = Arrivals;
  add(std::move(E));
}

void Reference::fence(unsigned Thread, Scope TheScope, Order TheOrder) {
  Event E{Kind::Fence, {Thread}};
  E.Scope = TheScope;
  E.Order = TheOrder;
  add(std::move(E));
}

/// Atomic accesses are atomic for each other if they have the same bytes.
bool Reference::conflicting(const Event &A, const Event &B) const {
  if (!writes(A.D) && !writes(B.D))
    return false;
  Scope Between = S.between(A.Threads[0], B.Threads[0]);
  if (isAtomic(A.D.Op) && isAtomic(B.D.Op) && A.Bytes != B.Bytes)
    return Between != Scope::Thread;
  return fsm::conflict(A.D.Op, B.D.Op, Between);
}

/// Has somebody read, atomically, what the atomic write led to, before the last
/// event?
bool Reference::hasBeenRead(size_t Write) const {
  const Event &W = Events[Write];
  if (!isAtomic(W.D.Op) || W.D.OnlyLoads)
    return false;
  for (size_t I = Write + 1; I + 1 < Events.size(); ++I) {
    const Event &R = Events[I];
    bool Reads = R.K == Kind::Access && R.Word == W.Word && isAtomic(R.D.Op) &&
                 reads(R.D) && R.Bytes == W.Bytes && Events.back().Before[I];
    if (Reads && S.between(R.Threads[0], W.Threads[0]) <=
                     std::min(atomicScope(R.D.Op), atomicScope(W.D.Op)))
      return true;
  }
  return false;
}

std::vector<unsigned> Reference::access(unsigned Thread, Descriptor D,
                                        unsigned Word, uint8_t Mask,
                                        unsigned Site, bool Fails) {
  Event New{Kind::Access, {Thread}, D, Word, Mask, Mask, Fails};
  New.Site = Site;
  add(std::move(New));
  std::vector<unsigned> Sites;
  const Event &Now = Events.back();
  uint8_t Racy = 0;
  for (size_t I = 0; I + 1 < Events.size(); ++I) {
    const Event &E = Events[I];
    if (E.K == Kind::Access && E.Word == Word && !Now.Before[I] &&
        !(ReadsOrder && hasBeenRead(I)) && conflicting(E, Now) &&
        (E.Mask & Mask)) {
      Racy |= E.Mask & Mask;
      Sites.push_back(E.Site);
    }
  }
  for (size_t I = 0; I + 1 < Events.size(); ++I)
    if (Events[I].K == Kind::Access && Events[I].Word == Word)
      Events[I].Mask &= uint8_t(~Racy);
  return Sites;
}

} // namespace racemap
