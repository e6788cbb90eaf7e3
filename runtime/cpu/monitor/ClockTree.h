// ClockTree - clocks by key, in a tree of which copies share what they have in
// common.
//
// What threads tell each other differs from what they know by little, and is
// kept in many places. So a tree is never changed: who raises a clock makes the
// nodes on the way to it anew, and who joins two trees those in which they
// differ. Where one has all that the other has, it is the result itself, so
// that what is the same stays recognisably so. Nodes have what is there only.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_CLOCKTREE_H
#define RACEMAP_RUNTIME_CPU_MONITOR_CLOCKTREE_H

#include <array>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>
#include <cstdint>

namespace racemap::cpu {

class ClockTree {
  struct Leaf;

public:
  /// Keys with the same quotient by this are kept side by side.
  static constexpr unsigned GroupSize = 32;
  /// The clocks of the keys from a multiple of GroupSize on; 0 for none.
  using Group = std::array<uint32_t, GroupSize>;
  /// The same in a tree, as long as that does not change.
  class GroupIn {
  public:
    uint32_t clock(uint64_t Key) const;

  private:
    friend class ClockTree;
    const Leaf *Its = nullptr; ///< none
  };

  /// The group that has Key.
  GroupIn group(uint64_t Key) const;
  /// 0 if there is none.
  uint32_t clock(uint64_t Key) const { return group(Key).clock(Key); }
  /// A clock that is higher already stays as it is.
  void raise(uint64_t Key, uint32_t Clock);
  /// The same for a group, which has Key.
  void raise(uint64_t Key, const Group &To);
  /// The higher clock of each key.
  void join(const ClockTree &Other);
  /// Is it the same tree? Two that are not may have the same clocks.
  bool is(const ClockTree &Other) const { return Root == Other.Root; }

private:
  static constexpr unsigned FanoutBits = 4, Fanout = 1 << FanoutBits;
  /// By its level, it is one or the other; leaves have level 0.
  struct Node : boost::intrusive_ref_counter<Node> {
    virtual ~Node() = default;
  };
  using Ref = boost::intrusive_ptr<const Node>;
  struct Inner;

  /// The number of the node of a level that has the group.
  static uint64_t nodeOf(uint64_t Group, unsigned Level) {
    return Group >> FanoutBits * Level;
  }
  bool covers(const ClockTree &Other) const;
  void grow();
  static Ref joinedBelow(const Ref &Big, unsigned Level,
                         const ClockTree &Small);
  static Ref joined(const Ref &A, const Ref &B, unsigned Level);
  template <class Kind, typename Function>
  static Ref merged(const Ref &A, const Ref &B, Function Both);

  /// No higher than it has to be: nobody else has clocks than those below the
  /// node of this level and number.
  Ref Root;
  unsigned Height = 0;
  uint64_t Number = 0;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_CLOCKTREE_H
