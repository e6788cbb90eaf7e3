// History - the reference: what happened to one word, and what races in it.
//
// A history is a list of events, in an order in which they took effect: a
// thread accesses the word, or all threads of a group pass a barrier. One event
// happens before a later one if both are of the same thread, or if a barrier
// is between them that a thread ordered after the first one and a thread
// ordered before the second one pass together (program order and barriers,
// closed under transitivity). An access races if an earlier one conflicts
// with it and does not happen before it.
//
// Everything is kept and looked through for every question: this is the
// definition that everything else in this folder is compared with.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_FSM_MODEL_HISTORY_H
#define RACEMAP_RUNTIME_FSM_MODEL_HISTORY_H

#include "runtime/fsm/model/Hierarchy.h"

namespace racemap::fsm {

class History {
public:
  explicit History(const Hierarchy &H) : H(H) {}

  /// All threads of the group pass a barrier.
  void barrier(unsigned Group);
  /// A thread accesses the word. True if that races with an earlier access;
  /// then nothing before this access counts any more.
  bool access(Operation Op, unsigned Thread);

private:
  struct Event {
    bool IsBarrier;
    Operation Op;   ///< of an access
    unsigned Group; ///< who passes the barrier, or the thread that accesses
  };

  bool happensBefore(std::size_t Earlier, unsigned Thread) const;

  const Hierarchy &H;
  std::vector<Event> Events;
};

} // namespace racemap::fsm

#endif // RACEMAP_RUNTIME_FSM_MODEL_HISTORY_H
