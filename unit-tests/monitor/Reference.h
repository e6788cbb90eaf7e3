// Reference - happens-before as it is defined: what the monitor is compared
// with.
//
// All events are kept, in an order in which they took effect; an edge goes from
// each to those of its thread that follow, through barriers, and from a release
// to an acquire that has seen it. Every question looks through all of them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_MONITOR_REFERENCE_H
#define RACEMAP_UNITTESTS_MONITOR_REFERENCE_H

#include "runtime/device/Abi.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace racemap {

/// Threads by number; who is in which group is given by lists of numbers.
struct Shape {
  std::vector<unsigned> WarpOf, BlockOf, ClusterOf;

  unsigned size() const { return unsigned(WarpOf.size()); }
  fsm::Scope between(unsigned A, unsigned B) const {
    if (A == B)
      return fsm::Scope::Thread;
    if (WarpOf[A] == WarpOf[B])
      return fsm::Scope::Warp;
    if (BlockOf[A] == BlockOf[B])
      return fsm::Scope::Block;
    return ClusterOf[A] == ClusterOf[B] ? fsm::Scope::Cluster
                                        : fsm::Scope::Grid;
  }
};

class Reference {
public:
  /// ReadsOrder: atomic writes are before what comes after a read of them.
  Reference(const Shape &S, bool ReadsOrder) : S(S), ReadsOrder(ReadsOrder) {}

  void barrier(const std::vector<unsigned> &Threads);
  /// A barrier in two parts: the number of the arrival; a wait for several.
  size_t arrive(unsigned Thread);
  void wait(unsigned Thread, const std::vector<size_t> &Arrivals);
  void fence(unsigned Thread, fsm::Scope Scope, device::Order Order);
  /// The sites of the earlier accesses to one of the bytes that it races with.
  /// Then nothing before it counts any more for the bytes on which it does.
  /// Fails: it is a compare-and-swap that leaves the word as it was.
  std::vector<unsigned> access(unsigned Thread, device::Descriptor D,
                               unsigned Word, uint8_t Mask, unsigned Site,
                               bool Fails = false);

private:
  enum class Kind { Access, Fence, Barrier, Arrival, Wait };
  struct Event {
    Kind K;
    std::vector<unsigned> Threads;
    device::Descriptor D = {};
    unsigned Word = 0;
    uint8_t Bytes = 0; ///< as a mask
    uint8_t Mask = 0;  ///< of them, what still counts
    bool Fails = false;
    fsm::Scope Scope = fsm::Scope::Grid;
    device::Order Order = device::Order::AcqRel;
    unsigned Site = 0;
    std::vector<size_t> Arrivals = {}; ///< that are waited for
    std::vector<bool> Before = {};     ///< by event: is it before this one?
  };

  void add(Event E);
  void comeAfter(Event &E, size_t Earlier) const;
  void acquire(Event &E) const;
  void acquireFrom(Event &E, size_t Read, fsm::Scope Sink) const;
  bool sees(size_t Read, size_t Write) const;
  bool isWaitedFor(size_t First, size_t Second) const;
  bool conflicting(const Event &A, const Event &B) const;
  bool hasBeenRead(size_t Write) const;
  fsm::Scope releaseScope(size_t Write, size_t Source) const;

  const Shape &S;
  bool ReadsOrder;
  std::vector<Event> Events;
};

} // namespace racemap

#endif // RACEMAP_UNITTESTS_MONITOR_REFERENCE_H
