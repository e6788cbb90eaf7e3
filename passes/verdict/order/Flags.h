// Flags - release/acquire flags: blocks or threads that wait until another one
// has set a flag.
//
// A flag is a place that one block writes to, by an atomic access. It is 0 at
// the beginning: in global memory that is an assumption (named), shared memory
// is cleared before a barrier. Who finds something else there comes after the
// write: a thread that loops until it does, and, behind a barrier, those of its
// block. Who has waited acquires by it, or there is a fence: behind it, or,
// before or behind the barrier, by who waits or goes on. So what the threads of
// the one block did before, released, is ordered before what those of the
// others, or of the same block, do afterwards: flags of blocks that work in a
// row, or of one that prepares something for all.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_ORDER_FLAGS_H
#define RACEMAP_PASSES_VERDICT_ORDER_FLAGS_H

#include "passes/verdict/order/BlockOrder.h"
#include <set>

namespace racemap::verdict {

class Flags {
public:
  Flags(const intervals::Ground &G, LaunchFacts &Launch, Decider &D,
        const Conflicts &Meeting, BlockOrder &InBlock);

  /// About two threads so related, at A and at B.
  Conjunction facts(const map::Access &A, const map::Access &B,
                    intervals::Relation R, const TwoThreads &Both);
  /// Is there nothing to be said of any two accesses?
  bool isEmpty() const { return Found.empty(); }
  const std::set<std::string> &assumptions() const { return Assumed; }

private:
  /// Where a thread waits until it finds something else than 0.
  struct Wait {
    const map::Access *Read;
    const map::Stmt *End; ///< who has passed it has found it
    /// For thread (0,0,0) of a block: that it comes here, and where it looks;
    /// null if it depends on more than the block.
    const map::Term *Condition, *Place;
  };
  struct Flag {
    const map::Access *Put;
    const map::Term *Condition, *Place; ///< as of a Wait, never null
    std::vector<Wait> Waits;
  };

  void find(const map::Access *Put);
  const map::Term *wayTo(const map::Stmt *S) const;
  bool isOfOneBlock(const map::Access *Put);
  const map::Term *ofBlock(const map::Term *X) const;
  bool isNeverZero(const map::Stmt *At, const map::Access *Read) const;
  std::optional<Wait> waitAt(const map::Access *Read) const;
  bool isClearedFor(const map::Access &Clear, const map::Access &A) const;
  const map::Access *
  putAmong(llvm::ArrayRef<const map::Access *> Changes) const;
  bool isBehind(const map::Access &A, const Wait &W, intervals::Relation R);
  void relate(const map::Access &A, const map::Access &B, map::Copy First,
              intervals::Relation R, const TwoThreads &Both, Conjunction &Out);

  const intervals::Ground &G;
  map::TermContext &T;
  LaunchFacts &Launch;
  Decider &D;
  const Conflicts &Meeting;
  BlockOrder &InBlock;
  std::vector<Flag> Found;
  std::set<std::string> Assumed;
};

} // namespace racemap::verdict

#endif
