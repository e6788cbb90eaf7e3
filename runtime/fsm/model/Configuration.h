// Configuration - a frontier together with the shadow cell that stands for it.
//
// The set of configurations numbers them as they come. Threads that can take
// each other's place (lanes of a warp, warps of a block, and so on up) are told
// apart by their numbers only, so where Symmetric is set, configurations that
// differ in that alone are one: siblings that are alike are put in order.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_FSM_MODEL_CONFIGURATION_H
#define RACEMAP_RUNTIME_FSM_MODEL_CONFIGURATION_H

#include "runtime/fsm/Transition.h"
#include "runtime/fsm/model/Frontier.h"

namespace racemap::fsm {

/// What a shadow cell says. The clocks in it are good for one thing: how wide
/// a barrier the last accessor's groups have passed since.
struct Cell {
  uint8_t State = 0;
  uint8_t Last = 0; ///< the thread that wrote it, or 0 for nobody
  Scope Since = Scope::Thread;

  void barrier(const Hierarchy &H, unsigned Group) {
    if (Last && H.contains(Group, Last) && H.scope(Group) > Since)
      Since = H.scope(Group);
  }
  friend bool operator==(const Cell &, const Cell &) = default;
};

/// How a thread finds the cell. A word that nobody has accessed is met as one's
/// own.
Meeting meet(const Hierarchy &H, const Cell &C, Operation Op, unsigned Thread);

/// An access that has loaded the cell and not yet swapped it.
struct Pending {
  uint8_t Thread = 0; ///< or 0 for none
  Operation Op = Operation::Read;
  Cell Loaded;              ///< as it was then
  bool Overwritten = false; ///< the cell says something else now

  friend bool operator==(const Pending &, const Pending &) = default;
};

struct Configuration {
  Frontier Before;
  Cell Shadow;
  Pending Access;
};

class Configurations {
public:
  static constexpr unsigned None = ~0U;

  Configurations(const Hierarchy &H, bool Symmetric)
      : H(H), Symmetric(Symmetric), Slots(1024, None) {}

  /// The number of a configuration, old or new.
  unsigned add(const Configuration &C);
  /// The number of an old one, or None.
  unsigned find(const Configuration &C) const {
    return Slots[slotOf(encode(C).data())];
  }
  Configuration operator[](unsigned Number) const;
  unsigned size() const { return Count; }

private:
  static constexpr unsigned Tail = 6;
  using Bytes = std::array<uint8_t, Hierarchy::MaxGroups + Tail>;

  unsigned width() const { return H.size() + Tail; }
  Bytes encode(const Configuration &C) const;
  void putInOrder(Bytes &B) const;
  void grow();
  std::size_t slotOf(const uint8_t *B) const;

  const Hierarchy &H;
  bool Symmetric;
  unsigned Count = 0;
  std::vector<uint8_t> Arena;  ///< width() bytes for each configuration
  std::vector<unsigned> Slots; ///< numbers or None, by hash
};

} // namespace racemap::fsm

#endif // RACEMAP_RUNTIME_FSM_MODEL_CONFIGURATION_H
