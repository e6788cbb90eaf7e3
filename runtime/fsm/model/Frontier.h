// Frontier - as much of a history as can still race.
//
// Groups are nested, so the threads that are ordered after an access are always
// a group: its own thread, then what the widest barrier since then brought
// together. Whom it races with follows from its operation and that group. So a
// history is a set of (operation, group), of which those matter that no other
// one covers: an access covers another if its group lies within the other's
// and it conflicts with all that the other conflicts with.
//
// What the whole grid is ordered after cannot race any more.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_FSM_MODEL_FRONTIER_H
#define RACEMAP_RUNTIME_FSM_MODEL_FRONTIER_H

#include "runtime/fsm/model/Hierarchy.h"
#include <array>
#include <cstdint>

namespace racemap::fsm {

/// A set of operations, by their numbers as bits.
using Operations = uint8_t;
constexpr Operations only(Operation Op) {
  return static_cast<Operations>(1U << static_cast<unsigned>(Op));
}

class Frontier {
public:
  /// Would the access race?
  bool races(const Hierarchy &H, Operation Op, unsigned Thread) const;
  /// The access takes place. Starts anew from it if it races, which it returns.
  bool access(const Hierarchy &H, Operation Op, unsigned Thread);
  /// All threads of the group pass a barrier.
  void barrier(const Hierarchy &H, unsigned Group);

  /// The accesses that just this group is ordered after.
  Operations &operator[](unsigned Group) { return Members[Group]; }
  Operations operator[](unsigned Group) const { return Members[Group]; }
  friend bool operator==(const Frontier &, const Frontier &) = default;

private:
  void dropCovered(const Hierarchy &H);

  std::array<Operations, Hierarchy::MaxGroups> Members{};
};

} // namespace racemap::fsm

#endif // RACEMAP_RUNTIME_FSM_MODEL_FRONTIER_H
