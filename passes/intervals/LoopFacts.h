// LoopFacts - what a walk needs to know about each loop of a protocol.
//
// Computed once per protocol: does the loop contain barriers, can it be left
// from within, are its variables mentioned after it, and is its test
// *downward closed* (if it holds in an iteration, it held in all before), so
// that an iteration is reached exactly if the test holds there.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INTERVALS_LOOPFACTS_H
#define RACEMAP_PASSES_INTERVALS_LOOPFACTS_H

#include "passes/map/Protocol.h"
#include "llvm/ADT/DenseMap.h"

namespace racemap::intervals {

struct LoopFacts {
  std::vector<const map::Barrier *> Barriers; ///< at any depth
  bool HasEffect = false;   ///< it accesses, waits, or leaves a loop around
  bool HasGroups = false;   ///< of asynchronous accesses: commits, waits
  bool IsIrregular = false; ///< the test mentions an unmodelled value
  bool CanBeLeft = false;   ///< a Leave within leaves this loop
  bool UsedAfter = false;   ///< Counter or Var mentioned behind the loop
  bool CounterUsed = false; ///< Counter mentioned anywhere
  bool Monotone = false;    ///< the test is downward closed
  bool Signed = true;       ///< the range's variable is compared signed
};

class LoopTable {
public:
  explicit LoopTable(const map::Protocol &P);
  const LoopFacts &operator[](const map::Loop *L) const {
    return Facts.find(L)->second;
  }

private:
  void visit(const map::Sequence &S);
  void visit(const map::Stmt *S);
  void visitLoop(const map::Loop *L);
  void mention(const map::Term *T);

  /// May it matter how often a thread has come there (Phases)?
  bool isCounted(const map::Barrier *B) const;

  const map::Protocol &P;
  llvm::DenseMap<const map::Loop *, LoopFacts> Facts;
  std::vector<const map::Loop *> Open;
  llvm::DenseMap<const map::Variable *, const map::Loop *> Owner;
};

} // namespace racemap::intervals

#endif
