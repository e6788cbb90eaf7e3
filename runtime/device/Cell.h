// Cell - one shadow cell: the state of a word, who was last there, and when.
//
// 64 bits, from the top:
//
//   state 5 | place 24 | thread in block 10 | site, clocks 25
//
// The place says where the accessor's block is. In global memory it is a serial
// number of the block that runs on from launch to launch, and from one grid
// barrier to the next: what is below the first serial of the present epoch
// happened before it. In shared memory, which is cleared when a block begins,
// it is the block's rank in its cluster.
//
// The last 25 bits are divided anew for every launch, between the site and the
// counts of barriers that the accessor had passed (cluster, block, and warp
// barriers since the last block barrier). Cells of earlier launches are told by
// their place alone, so that they may have been divided otherwise. A clock that
// has reached its last value stays there; two threads whose clocks have are
// taken to be ordered by it, so that no race is made up
// (Surroundings::isBlind).
//
// State 30 stands for a word that needs more than a cell: Elsewhere has its
// number. All ones is memory that nobody may access.
//
// Plain integers without the standard library: this header is compiled for the
// GPU, too.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_DEVICE_CELL_H
#define RACEMAP_RUNTIME_DEVICE_CELL_H

#include "runtime/fsm/Machine.h"

namespace racemap::device {

using Word = unsigned long long;
static_assert(sizeof(Word) == 8, "a shadow cell has 64 bits");

/// The cell of a word that must not be accessed.
inline constexpr Word Poison = ~Word(0);

/// The number of bits that a value up to Most needs, at least 0.
constexpr unsigned bitsFor(Word Most) {
  unsigned Bits = 0;
  for (; Bits < 64 && Most >> Bits; ++Bits)
    ;
  return Bits;
}

/// When, and by whom: what a cell remembers of an access.
struct Accessor {
  Word Place = 0;       ///< serial number or rank of the block
  unsigned Thread = 0;  ///< linear in the block
  unsigned Site = 0;    ///< 0: not known
  unsigned Cluster = 0; ///< barriers passed
  unsigned Block = 0;
  unsigned Warp = 0; ///< since the last block barrier
};

/// How many of the last 25 bits count barriers, and how many of those count
/// barriers of warps; 0: as is best for the launch. At least 8 and 1.
struct ClockBits {
  unsigned All = 0, Warp = 0;
};

/// How the last 25 bits are divided.
class CellLayout {
public:
  static constexpr unsigned PlaceBits = 24, ThreadBits = 10, SharedBits = 25;
  /// The last place is nobody's, so that no accessor is like Poison.
  static constexpr Word MaxPlace = (Word(1) << PlaceBits) - 2;
  static constexpr unsigned MaxThread = (1U << ThreadBits) - 1;

  constexpr CellLayout() = default;
  /// For a launch whose code has so many sites, and that may have barriers of
  /// clusters. Sites get no more than half of the bits, so that clocks are not
  /// starved; those that do not fit are not known afterwards.
  constexpr CellLayout(Word Sites, bool HasClusters, ClockBits Wanted = {}) {
    unsigned SiteBits = least(bitsFor(Sites), SharedBits / 2);
    SiteShift = Wanted.All ? Wanted.All : SharedBits - SiteBits;
    unsigned ClusterBits = HasClusters ? SiteShift / 4 : 0;
    ClusterShift = SiteShift - ClusterBits;
    BlockShift = least(ClusterShift / 2, MostWarpBits);
    if (Wanted.Warp)
      BlockShift = least(Wanted.Warp, ClusterShift - 2);
  }

  /// The bits of a cell that have a part of it.
  static constexpr Word StateMask = Word(31) << 59;
  static constexpr Word PlaceMask = ((Word(1) << PlaceBits) - 1)
                                    << (ThreadBits + SharedBits);
  static constexpr Word ThreadMask = Word(MaxThread) << SharedBits;
  static constexpr Word WarpOfThreadMask = Word(MaxThread - 31) << SharedBits;
  constexpr Word warpClock() const { return below(BlockShift); }
  constexpr Word blockClock() const {
    return below(ClusterShift) & ~below(BlockShift);
  }
  constexpr Word clusterClock() const {
    return below(SiteShift) & ~below(ClusterShift);
  }

  constexpr unsigned maxSite() const { return below(SharedBits - SiteShift); }
  constexpr unsigned maxCluster() const {
    return below(SiteShift - ClusterShift);
  }
  constexpr unsigned maxBlock() const {
    return below(ClusterShift - BlockShift);
  }
  constexpr unsigned maxWarp() const { return below(BlockShift); }

  /// Clocks that do not fit are the last one that does.
  constexpr Word pack(unsigned State, const Accessor &A) const {
    Word Bits = Word(least(A.Cluster, maxCluster())) << ClusterShift |
                Word(least(A.Block, maxBlock())) << BlockShift |
                least(A.Warp, maxWarp());
    return head(State, A.Place) | Word(A.Thread) << SharedBits | site(A.Site) |
           Bits;
  }
  static constexpr Word withState(Word Cell, unsigned State) {
    return (Cell & ~StateMask) | Word(State) << 59;
  }
  /// The part of a cell that has the site.
  constexpr Word site(unsigned Site) const {
    return Word(Site > maxSite() ? 0 : Site) << SiteShift;
  }
  constexpr Accessor unpack(Word Cell) const {
    Accessor A;
    A.Place = place(Cell);
    A.Thread = unsigned(Cell >> SharedBits) & MaxThread;
    A.Warp = unsigned(Cell) & maxWarp();
    A.Block = unsigned(Cell >> BlockShift) & maxBlock();
    A.Cluster = unsigned(Cell >> ClusterShift) & maxCluster();
    A.Site = unsigned(Cell >> SiteShift) & maxSite();
    return A;
  }

  static constexpr unsigned state(Word Cell) { return unsigned(Cell >> 59); }
  static constexpr Word place(Word Cell) {
    return (Cell & PlaceMask) >> (ThreadBits + SharedBits);
  }

  /// Ages of cells are compared as numbers; those below that of an epoch's
  /// first place are of an earlier one.
  static constexpr unsigned StateBits = 5;
  static constexpr Word age(Word Cell) { return Cell << StateBits; }
  static constexpr Word ageOf(Word Place) { return age(head(0, Place)); }

  /// A cell that says where the word's history is instead.
  static constexpr Word elsewhere(Word Place, Word Number) {
    return head(Elsewhere, Place) | Number;
  }
  static constexpr bool isElsewhere(Word Cell) {
    return state(Cell) == Elsewhere;
  }
  /// Neither that nor Poison.
  static constexpr bool isState(Word Cell) { return state(Cell) < Elsewhere; }
  static constexpr Word number(Word Cell) { return Cell & MaxNumber; }
  static constexpr Word MaxNumber = (Word(1) << (ThreadBits + SharedBits)) - 1;

private:
  static constexpr unsigned Elsewhere = 30;
  static_assert(fsm::NumStates <= Elsewhere, "states that mean something else");
  /// Warp barriers are counted from the last block barrier on.
  static constexpr unsigned MostWarpBits = 8;

  static constexpr unsigned least(unsigned A, unsigned B) {
    return A < B ? A : B;
  }
  static constexpr Word head(unsigned State, Word Place) {
    return Word(State) << 59 | Place << (ThreadBits + SharedBits);
  }

  static constexpr unsigned below(unsigned Bit) { return (1U << Bit) - 1; }

  /// Where each part begins; the warp's clock is the lowest.
  unsigned SiteShift = SharedBits, ClusterShift = SharedBits,
           BlockShift = MostWarpBits;
};

/// Where the accesses of a launch stand to each other. An accessor is a cell
/// whose state and site do not count.
struct Surroundings {
  CellLayout Layout;
  /// The first serial number of the present epoch; 0 in shared memory.
  Word Epoch = 0;
  /// Blocks of a cluster; their places follow each other from Epoch on.
  unsigned ClusterSize = 1;

  /// The smallest group that has both threads, if both are of this epoch.
  [[gnu::always_inline]] constexpr fsm::Scope between(Word A, Word B) const {
    Word Differ = A ^ B;
    if (Differ & CellLayout::PlaceMask)
      return ClusterSize > 1 && cluster(A) == cluster(B) ? fsm::Scope::Cluster
                                                         : fsm::Scope::Grid;
    if (Differ & CellLayout::WarpOfThreadMask)
      return fsm::Scope::Block;
    return Differ & CellLayout::ThreadMask ? fsm::Scope::Warp
                                           : fsm::Scope::Thread;
  }

  /// The widest barrier that Now has passed since Last's access, of those that
  /// both took part in; a clock at its end counts as passed.
  [[gnu::always_inline]] constexpr fsm::Scope since(Word Last, Word Now,
                                                    fsm::Scope Between) const {
    if (ClusterSize > 1 && hasPassed(Last, Now, Layout.clusterClock()))
      return fsm::Scope::Cluster;
    if (Between > fsm::Scope::Block)
      return fsm::Scope::Thread;
    if (hasPassed(Last, Now, Layout.blockClock()))
      return fsm::Scope::Block;
    if (Between > fsm::Scope::Warp)
      return fsm::Scope::Thread;
    return hasPassed(Last, Now, Layout.warpClock()) ? fsm::Scope::Warp
                                                    : fsm::Scope::Thread;
  }

  /// If both are of this epoch, too.
  [[gnu::always_inline]] constexpr fsm::Meeting
  meeting(Word Last, Word Now, fsm::Operation Op) const {
    fsm::Scope Between = between(Last, Now);
    fsm::Scope Since = Between == fsm::Scope::Grid ? fsm::Scope::Thread
                                                   : since(Last, Now, Between);
    return {Op, Between, Since};
  }

  /// Has Now's thread passed so many barriers that a cell cannot say how many?
  /// From there on, races within that group are not seen.
  constexpr bool isBlind(Word Now) const {
    return isAtEnd(Now, Layout.blockClock()) ||
           isAtEnd(Now, Layout.warpClock()) ||
           isAtEnd(Now, Layout.clusterClock());
  }

private:
  constexpr Word cluster(Word Of) const {
    return (CellLayout::place(Of) - Epoch) / ClusterSize;
  }
  /// Clock is empty for a group that has none.
  static constexpr bool isAtEnd(Word Of, Word Clock) {
    return Clock != 0 && (Of & Clock) == Clock;
  }
  static constexpr bool hasPassed(Word Last, Word Now, Word Clock) {
    return (Now & Clock) > (Last & Clock) ||
           (isAtEnd(Now, Clock) && isAtEnd(Last, Clock));
  }
};

} // namespace racemap::device

#endif // RACEMAP_RUNTIME_DEVICE_CELL_H
