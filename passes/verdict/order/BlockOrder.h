// BlockOrder - what is before and behind an access by which threads tell each
// other something, for its thread and for those of its block.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_ORDER_BLOCKORDER_H
#define RACEMAP_PASSES_VERDICT_ORDER_BLOCKORDER_H

#include "passes/verdict/query/Conflicts.h"
#include "passes/verdict/query/Decider.h"
#include <map>

namespace racemap::verdict {

/// Can the threads of a block have different values of it? Unknown values and
/// loop variables are taken for such.
bool mentionsThread(const map::Term *X);

/// Whoever comes to Before has passed a fence for threads so related, behind
/// After.
bool hasFence(const map::Stmt *After, const map::Stmt *Before,
              intervals::Relation R, const intervals::Ground &G);
/// Does it leave what is there, by reading or by adding 0?
bool onlyReads(const map::Access *A);
/// What changes the bytes that Of changes, or those that such an access does,
/// in program order; nothing if another array may share them.
std::vector<const map::Access *> changesAround(const map::Access *Of,
                                               const intervals::Ground &G,
                                               const Conflicts &Meeting);
/// Is the loop left where Is holds, and nowhere else?
bool isLeftOnly(const map::Loop *L, const intervals::Ground &G,
                llvm::function_ref<bool(const map::Leave *)> Is);

class BlockOrder {
public:
  BlockOrder(const intervals::Ground &G, LaunchFacts &Launch, Decider &D,
             intervals::Convergence IsConvergent)
      : G(G), T(G.P.terms()), Launch(Launch), D(D),
        IsConvergent(std::move(IsConvergent)) {}

  /// Has nobody who comes to At found a value at Read for which Is holds, in
  /// the same iterations of the loops around both?
  bool
  neverFinds(const map::Stmt *At, const map::Access *Read,
             llvm::function_ref<const map::Term *(const map::Term *)> Is) const;
  /// Are the threads that come to A and to B, in one block, the same one?
  bool onlyBy(const map::Access *A, const map::Access *B);
  /// What a thread did at A happens before the thread of its block that comes
  /// to At, which is in no loop, does so, and is told by it: there is a fence
  /// in between for threads so related, or the access does that by itself.
  bool isReleased(const map::Access &A, const map::Access &At, bool ByItself,
                  intervals::Relation R = intervals::Relation::DifferentBlock);
  /// What a thread has seen or done at From is told, by a fence for threads so
  /// related, to what comes behind At: there is a barrier in between, and the
  /// fence is before it, by that thread, or behind it, by the one at At; or
  /// these are one thread.
  bool isFenced(const map::Stmt *From, const map::Stmt *At, bool IsOneThread,
                intervals::Relation R) const;
  /// Does A write that value to memory of the block, once, behind which all
  /// its threads meet before any of them comes to At?
  bool isBeginning(const map::Access &A, const map::Term *Value,
                   const map::Access &At) const;
  /// A thread comes to A after the one of its block that comes to At.
  bool isBehind(const map::Access &A, const map::Access &At);
  /// Is there a barrier of the block between the positions that whoever comes
  /// to At has passed?
  bool hasBarrier(unsigned After, unsigned Before, const map::Stmt *At) const;
  /// Can some threads of a block have returned before S, and others not?
  bool mayHaveReturned(const map::Stmt *S) const;
  /// The term for thread (0,0,0) of the block, in this launch.
  const map::Term *atThreadZero(const map::Term *X) const;

private:
  bool isAlwaysBehind(const map::Stmt *S, const map::Stmt *At) const;

  const intervals::Ground &G;
  map::TermContext &T;
  LaunchFacts &Launch;
  Decider &D;
  intervals::Convergence IsConvergent;
  std::map<std::pair<unsigned, unsigned>, bool> SameThread;
};

} // namespace racemap::verdict

#endif
