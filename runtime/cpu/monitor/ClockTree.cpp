// ClockTree - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/ClockTree.h"

#include <algorithm>
#include <bit>
#include <boost/container/small_vector.hpp>
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

namespace {
/// What a node has at some of its places, in their order.
template <typename T> struct Sparse {
  uint32_t Mask = 0; ///< bit 0: the first place
  boost::container::small_vector<T, 16 / sizeof(T)> All;

  size_t indexOf(unsigned Place) const {
    return size_t(std::popcount(Mask & ((uint32_t(1) << Place) - 1)));
  }
  /// Null if it is not there.
  const T *at(unsigned Place) const {
    return Mask >> Place & 1 ? &All[indexOf(Place)] : nullptr;
  }
  void set(unsigned Place, T To) {
    auto At = All.begin() + ptrdiff_t(indexOf(Place));
    if (Mask >> Place & 1)
      *At = std::move(To);
    else
      All.insert(At, std::move(To));
    Mask |= uint32_t(1) << Place;
  }
  bool operator==(const Sparse &) const = default;
};

/// Both(x, y) makes of what two have at a place what the result has.
template <typename T, typename Function>
Sparse<T> merged(const Sparse<T> &A, const Sparse<T> &B, Function Both) {
  Sparse<T> New;
  New.Mask = A.Mask | B.Mask;
  New.All.reserve(size_t(std::popcount(New.Mask)));
  auto OfA = A.All.begin();
  auto OfB = B.All.begin();
  for (uint32_t Rest = New.Mask; Rest; Rest &= Rest - 1) {
    uint32_t First = Rest & (~Rest + 1);
    if (!(B.Mask & First))
      New.All.push_back(*OfA++);
    else if (!(A.Mask & First))
      New.All.push_back(*OfB++);
    else
      New.All.push_back(Both(*OfA++, *OfB++));
  }
  return New;
}
} // namespace

struct ClockTree::Inner final : Node, Spared<Inner> {
  Sparse<Ref> Has;
};

struct ClockTree::Leaf final : Node, Spared<Leaf> {
  Sparse<uint32_t> Has;
};

uint32_t ClockTree::GroupIn::clock(uint64_t Key) const {
  const uint32_t *Found = Its ? Its->Has.at(Key % GroupSize) : nullptr;
  return Found ? *Found : 0;
}

ClockTree::GroupIn ClockTree::group(uint64_t Key) const {
  uint64_t Wanted = Key / GroupSize;
  GroupIn Found;
  if (!Root || nodeOf(Wanted, Height) != Number)
    return Found;
  const Node *N = Root.get();
  for (unsigned Level = Height; Level-- > 0;) {
    const auto &Below = static_cast<const Inner *>(N)->Has;
    const Ref *Next = Below.at(unsigned(nodeOf(Wanted, Level) % Fanout));
    if (!Next)
      return Found;
    N = Next->get();
  }
  Found.Its = static_cast<const Leaf *>(N);
  return Found;
}

void ClockTree::raise(uint64_t Key, const Group &To) {
  auto *New = new Leaf;
  for (unsigned I = 0; I < GroupSize; ++I)
    if (To[I])
      New->Has.set(I, To[I]);
  ClockTree Only;
  Only.Root = New;
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
  Higher->Has.set(unsigned(Number % Fanout), std::move(Root));
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
  auto At = unsigned(nodeOf(Small.Number, Level - 1 - Small.Height) % Fanout);
  const Ref *Old = From ? From->Has.at(At) : nullptr;
  Ref Child = joinedBelow(Old ? *Old : Ref(), Level - 1, Small);
  if (Old && Child == *Old)
    return Big;
  auto *New = From ? new Inner(*From) : new Inner;
  New->Has.set(At, std::move(Child));
  return New;
}

template <class Kind, typename Function>
ClockTree::Ref ClockTree::merged(const Ref &A, const Ref &B, Function Both) {
  const auto &OfA = static_cast<const Kind &>(*A).Has;
  const auto &OfB = static_cast<const Kind &>(*B).Has;
  auto All = cpu::merged(OfA, OfB, Both);
  if (All == OfA)
    return A;
  if (All == OfB)
    return B;
  auto *New = new Kind;
  New->Has = std::move(All);
  return New;
}

ClockTree::Ref ClockTree::joined(const Ref &A, const Ref &B, unsigned Level) {
  if (!A || A == B)
    return B;
  if (!B)
    return A;
  if (Level == 0)
    return merged<Leaf>(A, B,
                        [](uint32_t X, uint32_t Y) { return std::max(X, Y); });
  return merged<Inner>(A, B, [&](const Ref &X, const Ref &Y) {
    return joined(X, Y, Level - 1);
  });
}

} // namespace racemap::cpu
