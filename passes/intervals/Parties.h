// Parties - the threads that a barrier waits for, if not for all of its scope.
//
// In:  a protocol.
// Out: for each such barrier the number of its party. Barriers for the same
// threads share one. A warp barrier with a mask orders two threads of a warp if
// each is named by the other's mask and the masks are equal; a block barrier
// with a count orders those that come to it (CountedBarriers.cpp). Which pairs
// these are must depend on the threads and the launch alone, so that they are
// the same in all iterations. Any other barrier has no party: nobody knows
// which threads it orders.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INTERVALS_PARTIES_H
#define RACEMAP_PASSES_INTERVALS_PARTIES_H

#include "passes/intervals/Environment.h"
#include "passes/map/Protocol.h"
#include "llvm/ADT/DenseMap.h"

namespace racemap::intervals {

struct Ground;

struct Party {
  unsigned Number = 0;
  const map::Term *Mask = nullptr; ///< 32 bits, of the thread that waits
  /// Of a barrier with a count: whether a thread comes to it, and how many do.
  const map::Term *Member = nullptr;
  unsigned Members = 0;
  /// The warps that they are of, and whether 32 threads of each come.
  unsigned Warps = 0;
  bool HasFullWarps = true;
};

class Parties {
public:
  /// As pairs of threads are told apart by the parties they are in, there is
  /// a limit: later ones are not known.
  static constexpr unsigned Most = 3;

  Parties(const map::Protocol &P, const Environment &Launch);
  Parties(const Parties &) = delete;
  /// Those of barriers with a count.
  void addCounted(const Ground &G);

  /// Null if the barrier has none.
  const Party *of(const map::Barrier *B) const { return Of.lookup(B); }
  llvm::ArrayRef<Party> all() const { return All; }
  /// Parties overlap: a thread of two can pass on what one barrier orders, and
  /// order threads that no barrier has both of.
  bool Overlap = false;

private:
  const Party *add(Party New);

  llvm::SmallVector<Party, Most> All;
  llvm::DenseMap<const map::Barrier *, const Party *> Of;
};

/// Does it depend on the thread and the launch alone?
bool isOfThread(const map::Term *T);

/// Does the barrier wait for every thread of its scope?
bool includesAll(const map::Barrier *B);

} // namespace racemap::intervals

#endif
