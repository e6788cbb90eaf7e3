// BlockCounters - counters from which each block takes a number, and the last
// block.
//
// A counter in global memory from which each block takes at most one number,
// by one thread, has given the numbers 0, 1, 2, … in the order of the calls (if
// it was 0 at the beginning, which is named). So
// * the numbers of two blocks differ and are less than the number of blocks,
// * what a thread did before its block took a number, released by a fence, is
//   ordered before what the threads of a block do behind taking a larger one.
// A block that finds the largest number comes behind all the others: the
// pattern of the CUDA programming guide's __threadfence example.
// The number reaches the other threads of a block through shared memory, from
// the one write there is, by thread (0,0,0), over a barrier.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_ORDER_BLOCKCOUNTERS_H
#define RACEMAP_PASSES_VERDICT_ORDER_BLOCKCOUNTERS_H

#include "passes/verdict/order/BlockOrder.h"
#include "passes/verdict/order/Observations.h"

namespace racemap::verdict {

class BlockCounters {
public:
  BlockCounters(const intervals::Ground &G, LaunchFacts &Launch, Decider &D,
                const Conflicts &Meeting, Observations &Seen,
                BlockOrder &InBlock);

  /// About two threads of different blocks, at A and at B, in terms of which
  /// these conjuncts are.
  Conjunction facts(llvm::ArrayRef<const map::Term *> Terms,
                    const map::Access &A, const map::Access &B,
                    const TwoThreads &Both);
  /// Is there nothing to be said of any two accesses?
  bool isEmpty() const { return Counters.empty(); }
  const std::set<std::string> &assumptions() const { return Assumed; }

private:
  /// A value of the block that everybody reads behind a barrier.
  struct Broadcast {
    const map::Unknown *Name;
    const map::Term *Value; ///< in terms of the number, for thread (0,0,0)
  };
  struct Counter {
    const map::Access *Take;
    std::vector<Broadcast> Broadcasts;
  };

  bool isOnlySite(const map::Access *A) const;
  bool isTaken(const map::Access *A);
  bool isReset(const map::Access *W, const Counter &C);
  void findBroadcasts(Counter &C);
  bool isBroadcast(const map::Access *Write, const map::Access *Read,
                   const map::Access *Take);
  const map::Term *number(const Counter &C, map::Copy Thread) const;
  const map::Term *blocks() const;
  void link(const Counter &C, llvm::ArrayRef<const map::Term *> Terms,
            const TwoThreads &Both, Conjunction &Out) const;

  const intervals::Ground &G;
  map::TermContext &T;
  LaunchFacts &Launch;
  Decider &D;
  const Conflicts &Meeting;
  Observations &Seen;
  BlockOrder &InBlock;
  std::vector<Counter> Counters;
  std::set<std::string> Assumed;
};

} // namespace racemap::verdict

#endif
