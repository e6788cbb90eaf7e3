// Recorder - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/Recorder.h"
#include "runtime/cpu/Arena.h"

#include <algorithm>
#include <sstream>

namespace racemap::cpu {

using device::Descriptor;
using fsm::Scope;

void Recorder::join(Clock &Into, const Clock &From) {
  Into.resize(std::max(Into.size(), From.size()));
  for (size_t I = 0; I < From.size(); ++I)
    Into[I] = std::max(Into[I], From[I]);
}

void Recorder::launchBegins(const LaunchState &S) {
  std::lock_guard<std::mutex> Guard(Lock);
  uint64_t Threads = S.NumBlocks * S.L->BlockDim.count();
  IsOn = Threads <= MostThreads;
  ++(IsOn ? Launches : Others);
  State = &S;
  ThreadsPerBlock = unsigned(S.L->BlockDim.count());
  Bytes.clear();
  Releases.clear();
  Barriers.clear();
  Passed.clear();
  Arrivals.clear();
  NumArrived.clear();
  Mine.clear();
  Theirs.clear();
  Order = 0;
  Agents.assign(IsOn ? Threads : 0, {});
  for (size_t I = 0; I < Agents.size(); ++I) {
    Agents[I].Now.assign(Agents.size(), 0);
    Agents[I].Now[I] = 1;
  }
}

std::string Recorder::launchEnds() {
  std::lock_guard<std::mutex> Guard(Lock);
  if (!IsOn)
    return {};
  IsOn = false;
  Orders.insert(Order);
  Racy += Mine.size();
  RacyLaunches += Mine.empty() ? 0 : 1;
  RacySets.insert(Mine);
  if (Mine == Theirs)
    return {};
  ++Differences;
  std::ostringstream Text;
  Text << "recorder: launch " << State->L->Number << " of " << State->L->Kernel
       << " races on other words than the monitor says:" << std::hex;
  for (uint64_t Word : Mine)
    if (!Theirs.count(Word))
      Text << " missed 0x" << Word;
  for (uint64_t Word : Theirs)
    if (!Mine.count(Word))
      Text << " made up 0x" << Word;
  return Text.str();
}

void Recorder::stop() {
  --Launches;
  ++Others;
  IsOn = false;
}

void Recorder::giveUp() {
  std::lock_guard<std::mutex> Guard(Lock);
  if (IsOn)
    stop();
}

uint64_t Recorder::place(uint64_t Address) const {
  if (!Arena::get().isShared(reinterpret_cast<const void *>(Address)))
    return Address;
  return Slots.owner(Address).value_or(0) * Arena::SlotBytes +
         SharedSlots::offset(Address);
}

uint64_t Recorder::groupOf(unsigned Agent, Scope S) const {
  uint64_t Block = Agent / ThreadsPerBlock;
  switch (S) {
  case Scope::Thread:
    return Agent;
  case Scope::Warp:
    return Block * 32 + Agent % ThreadsPerBlock / WarpSize;
  case Scope::Block:
    return Block;
  case Scope::Cluster:
    return Block / State->ClusterSize;
  case Scope::Grid:
    return 0;
  }
  return 0;
}

Scope Recorder::between(unsigned A, unsigned B) const {
  for (unsigned S = 0; S < fsm::NumScopes; ++S)
    if (groupOf(A, Scope(S)) == groupOf(B, Scope(S)))
      return Scope(S);
  return Scope::Grid;
}

bool Recorder::races(const Access &Now, const Access &Earlier) const {
  if (!Now.D.writes() && !Earlier.D.writes())
    return false;
  unsigned Me = Now.Thread;
  bool IsMixed = isAtomic(Now.D.Op) && isAtomic(Earlier.D.Op) &&
                 (Now.Begin != Earlier.Begin || Now.Bytes != Earlier.Bytes);
  if (!IsMixed &&
      !fsm::conflict(Earlier.D.Op, Now.D.Op, between(Me, Earlier.Thread)))
    return false;
  auto HasPassed = [&](std::pair<unsigned, uint32_t> Reader) {
    return Agents[Me].Now[Reader.first] >= Reader.second;
  };
  return Agents[Me].Now[Earlier.Thread] < Earlier.When &&
         std::none_of(Earlier.Readers.begin(), Earlier.Readers.end(),
                      HasPassed);
}

void Recorder::check(const Access &Now) {
  Order = (Order ^ Now.Thread) * 0x100000001b3ull + 1;
  for (uint64_t Byte = Now.Begin; Byte < Now.Begin + Now.Bytes; ++Byte) {
    std::vector<Access> &Before = Bytes[Byte];
    if (std::any_of(Before.begin(), Before.end(), [&](const Access &Earlier) {
          return races(Now, Earlier);
        })) {
      Mine.insert(Byte & ~uint64_t(3));
      Before.clear();
    }
    if (Before.size() >= MostAccesses)
      return stop();
    Before.push_back(Now);
  }
}

void Recorder::access(const Thread &T, uint64_t Rank, uint64_t Address,
                      uint64_t NumBytes, Descriptor D) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (!IsOn)
    return;
  unsigned Me = number(T, Rank);
  Address = place(Address);
  check({Me, Agents[Me].Now[Me], D, Address, NumBytes, {}});
  for (uint64_t Word = Address & ~uint64_t(3);
       D.writes() && Word < Address + NumBytes; Word += 4)
    Releases.erase(Word);
}

void Recorder::performed(const Thread &T, uint64_t Rank, uint64_t Address,
                         uint64_t NumBytes, Descriptor D, Descriptor Became) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (!IsOn)
    return;
  unsigned Me = number(T, Rank);
  Access Now{Me, Agents[Me].Now[Me], D, place(Address), NumBytes, {}};
  if (Became.reads())
    observe(Now, Became);
  check(Now);
  if (Became.writes())
    release(Me, Now.Begin, Became);
}

void Recorder::release(unsigned Me, uint64_t Address, Descriptor D) {
  std::vector<Release> &Told = Releases[Address & ~uint64_t(3)];
  if (!isAtomic(D.Op) || D.OnlyStores)
    Told.clear();
  Agent &A = Agents[Me];
  if (D.releases()) {
    Told.push_back({Me, D.audience(), A.Now});
    ++A.Now[Me];
  }
  for (unsigned S = unsigned(Scope::Block); S <= unsigned(D.audience()); ++S)
    if (!A.Fenced[S].empty())
      Told.push_back({Me, Scope(S), A.Fenced[S]});
}

void Recorder::observe(const Access &Now, Descriptor Became) {
  unsigned Me = Now.Thread;
  for (uint64_t Byte = Now.Begin; Byte < Now.Begin + Now.Bytes; ++Byte)
    for (Access &Earlier : Bytes[Byte])
      if (isAtomic(Now.D.Op) && isAtomic(Earlier.D.Op) && Earlier.D.writes() &&
          Earlier.Begin == Now.Begin && Earlier.Bytes == Now.Bytes &&
          between(Me, Earlier.Thread) <=
              std::min(Now.D.audience(), Earlier.D.audience()))
        Earlier.Readers.try_emplace(Me, Now.When);
  for (const Release &R : Releases[Now.Begin & ~uint64_t(3)]) {
    Scope Between = std::max(between(Me, R.Thread), Scope::Block);
    if (Between > R.Within || Between > Became.audience())
      continue;
    join(Became.acquires() ? Agents[Me].Now
                           : Agents[Me].Seen[unsigned(Between)],
         R.Before);
  }
}

void Recorder::acquire(Agent &A, Scope S) {
  for (unsigned I = 0; I <= unsigned(S); ++I) {
    join(A.Now, A.Seen[I]);
    A.Seen[I].clear();
  }
}

void Recorder::fence(const Thread &T, uint64_t Rank, Scope S, device::Order O) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (!IsOn)
    return;
  unsigned Me = number(T, Rank);
  Agent &A = Agents[Me];
  if (O != device::Order::Release)
    acquire(A, S);
  if (O == device::Order::Acquire)
    return;
  for (unsigned I = 0; I <= unsigned(S); ++I)
    A.Fenced[I] = A.Now;
  ++A.Now[Me];
}

void Recorder::Meeting::add(const Agent &A) {
  join(Now, A.Now);
  for (unsigned S = 0; S < fsm::NumScopes; ++S)
    join(Fenced[S], A.Fenced[S]);
}

/// These wait for each other: what all of them know.
Recorder::Meeting Recorder::wait(const std::vector<unsigned> &Group) {
  Meeting All;
  for (unsigned Me : Group) {
    acquire(Agents[Me], Scope::Grid);
    All.add(Agents[Me]);
  }
  return All;
}

/// The same of a cluster, as they were when they arrived. Who never did has
/// ended.
Recorder::Meeting Recorder::meeting(const std::vector<unsigned> &Group,
                                    uint64_t Turn) const {
  Meeting All;
  for (unsigned I : Group) {
    auto Arrival = Arrivals.find({I, Turn});
    All.add(Arrival == Arrivals.end() ? Agents[I] : Arrival->second);
  }
  return All;
}

/// Behind the barrier. What the fences of others have made known there, each
/// may tell.
void Recorder::leave(unsigned Me, const Meeting &All) {
  Agent &A = Agents[Me];
  join(A.Now, All.Now);
  for (unsigned S = 0; S < fsm::NumScopes; ++S)
    join(A.Fenced[S], All.Fenced[S]);
  ++A.Now[Me];
}

void Recorder::arrived(const Thread &T, uint64_t Rank) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (!IsOn)
    return;
  unsigned Me = number(T, Rank);
  acquire(Agents[Me], Scope::Grid);
  Arrivals[{Me, NumArrived[Me]++}] = Agents[Me];
  ++Agents[Me].Now[Me];
}

void Recorder::passed(const Thread &T, uint64_t Rank, Scope S) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (!IsOn || S < Scope::Block)
    return;
  unsigned Me = number(T, Rank);
  uint64_t Turn = Passed[{uint64_t(S), 0, Me}]++;
  auto [All, IsFirst] =
      Barriers.try_emplace({uint64_t(S), groupOf(Me, S), Turn});
  if (IsFirst) {
    std::vector<unsigned> Group;
    for (unsigned I = 0; I < Agents.size(); ++I)
      if (groupOf(I, S) == groupOf(Me, S))
        Group.push_back(I);
    All->second = S == Scope::Cluster ? meeting(Group, Turn) : wait(Group);
  }
  leave(Me, All->second);
}

void Recorder::met(Thread *const *Threads, unsigned Count, uint64_t Rank) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (!IsOn)
    return;
  std::vector<unsigned> Group;
  for (unsigned I = 0; I < Count; ++I)
    Group.push_back(number(*Threads[I], Rank));
  Meeting All = wait(Group);
  for (unsigned Me : Group)
    leave(Me, All);
}

void Recorder::found(uint64_t Address) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (IsOn)
    Theirs.insert(place(Address) & ~uint64_t(3));
}

bool Recorder::hasDifferences() const {
  std::lock_guard<std::mutex> Guard(Lock);
  return Differences != 0;
}

std::string Recorder::summary() const {
  std::lock_guard<std::mutex> Guard(Lock);
  std::ostringstream Text;
  Text << "recorder: " << Launches << " launches in " << Orders.size()
       << " orders, " << Racy << " racy words in " << RacyLaunches
       << " launches, " << Differences << " differences, " << RacySets.size()
       << (RacySets.size() == 1 ? " set" : " sets") << " of racy words";
  if (Others > 0)
    Text << ", " << Others << " launches not recorded";
  return Text.str();
}

} // namespace racemap::cpu
