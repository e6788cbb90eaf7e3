// ClockTree - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/ClockTree.h"

#include <algorithm>
#include <new>
#include <vector>

namespace racemap::cpu {

namespace {
/// Memory of nodes that a worker has freed, for the next ones that it makes:
/// malloc keeps a few only.
class SpareNodes {
public:
  ~SpareNodes() {
    for (void *Node : All)
      ::operator delete(Node);
  }
  void *take(size_t Bytes) {
    if (All.empty())
      return ::operator new(Bytes);
    void *Node = All.back();
    All.pop_back();
    return Node;
  }
  void give(void *Node) {
    if (All.size() < Most)
      All.push_back(Node);
    else
      ::operator delete(Node);
  }

private:
  static constexpr size_t Most = 4096;
  std::vector<void *> All;
};

/// Those of one kind.
template <class Kind> struct Spared {
  static void *operator new(size_t Bytes) { return Spare.take(Bytes); }
  static void operator delete(void *Node) { Spare.give(Node); }
  static inline thread_local SpareNodes Spare;
};
} // namespace

struct ClockTree::Inner final : Node, Spared<Inner> {
  std::array<Ref, Fanout> Children;
};

struct ClockTree::Leaf final : Node, Spared<Leaf> {
  explicit Leaf(const Group &Clocks) : Clocks(Clocks) {}
  Group Clocks;
};

const ClockTree::Group *ClockTree::group(uint64_t Key) const {
  uint64_t Wanted = Key / GroupSize;
  if (nodeOf(Wanted, Height) != Number)
    return nullptr;
  const Node *N = Root.get();
  for (unsigned Level = Height; N && Level-- > 0;)
    N = static_cast<const Inner *>(N)
            ->Children[nodeOf(Wanted, Level) % Fanout]
            .get();
  return N ? &static_cast<const Leaf *>(N)->Clocks : nullptr;
}

void ClockTree::raise(uint64_t Key, const Group &To) {
  ClockTree Only;
  Only.Root = new Leaf(To);
  Only.Number = Key / GroupSize;
  join(Only);
}

void ClockTree::raise(uint64_t Key, uint32_t Clock) {
  Group To{};
  To[Key % GroupSize] = Clock;
  raise(Key, To);
}

bool ClockTree::covers(const ClockTree &Other) const {
  return Height >= Other.Height &&
         nodeOf(Other.Number, Height - Other.Height) == Number;
}

void ClockTree::grow() {
  auto *Higher = new Inner;
  Higher->Children[Number % Fanout] = std::move(Root);
  Root = Higher;
  ++Height;
  Number /= Fanout;
}

void ClockTree::join(const ClockTree &Other) {
  if (!Other.Root)
    return;
  if (!Root) {
    *this = Other;
    return;
  }
  if (Other.Height > Height && Other.covers(*this)) {
    Root = joinedBelow(Other.Root, Other.Height, *this);
    Height = Other.Height;
    Number = Other.Number;
    return;
  }
  while (!covers(Other))
    grow();
  Root = joinedBelow(Root, Height, Other);
}

/// Big is a node of the level, or null; Small's is below, or that node.
ClockTree::Ref ClockTree::joinedBelow(const Ref &Big, unsigned Level,
                                      const ClockTree &Small) {
  if (Level == Small.Height)
    return joined(Big, Small.Root, Level);
  const auto *From = static_cast<const Inner *>(Big.get());
  uint64_t At = nodeOf(Small.Number, Level - 1 - Small.Height) % Fanout;
  Ref Child = joinedBelow(From ? From->Children[At] : Ref(), Level - 1, Small);
  if (From && Child == From->Children[At])
    return Big;
  auto *New = From ? new Inner(*From) : new Inner;
  New->Children[At] = std::move(Child);
  return New;
}

ClockTree::Ref ClockTree::joined(const Ref &A, const Ref &B, unsigned Level) {
  if (!A || A == B)
    return B;
  if (!B)
    return A;
  return Level == 0 ? joinedLeaves(A, B) : joinedInner(A, B, Level);
}

ClockTree::Ref ClockTree::joinedLeaves(const Ref &A, const Ref &B) {
  const Group &OfA = static_cast<const Leaf &>(*A).Clocks;
  const Group &OfB = static_cast<const Leaf &>(*B).Clocks;
  Group Higher;
  for (unsigned I = 0; I < GroupSize; ++I)
    Higher[I] = std::max(OfA[I], OfB[I]);
  if (Higher == OfA)
    return A;
  return Higher == OfB ? B : Ref(new Leaf(Higher));
}

ClockTree::Ref ClockTree::joinedInner(const Ref &A, const Ref &B,
                                      unsigned Level) {
  const auto &OfA = static_cast<const Inner &>(*A).Children;
  const auto &OfB = static_cast<const Inner &>(*B).Children;
  std::array<Ref, Fanout> Both;
  for (unsigned I = 0; I < Fanout; ++I)
    Both[I] = joined(OfA[I], OfB[I], Level - 1);
  if (Both == OfA)
    return A;
  if (Both == OfB)
    return B;
  auto *New = new Inner;
  New->Children = std::move(Both);
  return New;
}

} // namespace racemap::cpu
