// Emitter - writes the protocol's tree along the dominator tree.
//
// A node of a region becomes its accesses and barriers, then the ways in which
// it leaves loops, then the nodes it dominates directly, each under the
// condition of reaching it; opposite conditions of neighbours become Then and
// Else. A loop's test stands for the branch of its header; accesses in the
// header are repeated behind the loop, as the header ran once more.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_EMIT_EMITTER_H
#define RACEMAP_PASSES_LIFT_EMIT_EMITTER_H

#include "passes/lift/effects/MemoryEffects.h"
#include "passes/lift/emit/BarrierObjects.h"
#include "passes/lift/emit/TrackedCopies.h"
#include "passes/lift/values/Values.h"
#include "llvm/IR/IntrinsicInst.h"

namespace racemap::lift {

class Emitter {
public:
  Emitter(Kernel &K, Values &V) : K(K), V(V), Terms(K.Terms), Objects(K, V) {}
  /// Fills Protocol::Body.
  void run();

private:
  void emitNode(const Region &R, Region::Block N, map::Sequence &Out);
  void emitChildren(const Region &R, const Region::Node &N, map::Sequence &Out);
  void emitBlock(const llvm::BasicBlock &B, map::Sequence &Out);
  void emitLeaves(const Region &R, const Region::Node &N, map::Sequence &Out);
  void emitLoop(const llvm::Loop *L, map::Sequence &Out);
  void emitAfter(const llvm::Loop *L, const llvm::BasicBlock *Tested,
                 map::Sequence &Out);
  void emitLeave(const llvm::Loop *L, const Edge &E, const map::Term *Condition,
                 map::Sequence &Out);
  void leave(const map::Loop *Target, const map::Term *Condition,
             map::Sequence &Out);
  /// Where statements under a condition go: Out itself if it always holds.
  map::Sequence &under(const map::Term *Condition, const map::Location &Where,
                       map::Sequence &Out);

  // What the source takes for granted (Assumptions.cpp).
  void assume(const map::Assumption &A);
  static bool onlyAborts(Region::Block B);
  bool assumeNever(const Region &R, const Region::Node &From,
                   const map::Term *Condition);
  bool isOfLaunch(const llvm::AssumeInst &I, const map::Term *Condition);
  void emitAssumption(const llvm::Instruction &I, map::Sequence &Out);

  // Effects of instructions (Accesses.cpp).
  void emitInstruction(const llvm::Instruction &I, map::Sequence &Out);
  void emitEffect(const llvm::Instruction &I, const Effect &E,
                  map::Sequence &Out);
  void emitAccess(const llvm::Instruction &I, const MemoryAccess &A,
                  map::Sequence &Out);
  void emitAtHandle(const llvm::Instruction &I, const MemoryAccess &A,
                    map::Sequence &Out);
  void assumeHandlesDiffer();
  void emitTarget(const llvm::Instruction &I, const MemoryAccess &A,
                  const Target &T, map::Sequence &Out);
  void emitBytes(const llvm::Instruction &I, const MemoryAccess &A,
                 const Target &T, map::Sequence &Out);
  // What lanes tell each other (Exchanges.cpp).
  /// Its terms come when it is known whether somebody needs the result.
  struct PendingExchange {
    map::Exchange *New;
    const llvm::Instruction *At;
    ExchangeEffect What;
  };
  void emitExchange(const llvm::Instruction &I, const ExchangeEffect &X,
                    map::Sequence &Out);
  void fill(const PendingExchange &X);
  const map::Unknown *nameOf(const PendingExchange &X);
  void nameExchanges();
  // Matrices of a warp (WarpMatrices.cpp).
  void emitTile(const llvm::Instruction &I, const MemoryAccess &A,
                const Target &T, map::Sequence &Out);
  const map::Term *placeInTile(const llvm::Instruction &I,
                               const MemoryAccess &A, const map::Term *Row,
                               const map::Term *Column);
  const map::Term *hasElement(const MatrixTile &Tile, const map::Term *Row,
                              const map::Term *Column);
  map::Loop *countTo(const llvm::Instruction &I, llvm::StringRef Name,
                     uint64_t Limit);
  void emitFence(const llvm::Instruction &I, map::Scope Scope,
                 map::Sequence &Out);
  void emitGroup(const llvm::Instruction &I, std::optional<unsigned> Pending,
                 map::Sequence &Out);
  void emitTracking(const llvm::Instruction &I, const Effect &E,
                    map::Sequence &Out);
  void emitBarrier(const llvm::Instruction &I, const BarrierEffect &B,
                   map::Sequence &Out);
  map::Access *makeAccess(const llvm::Instruction &I, const MemoryAccess &A,
                          const Target &T);
  void update(map::Access &Out, const llvm::Instruction &I,
              const MemoryAccess &A);
  static bool isWhatIsFound(const llvm::Instruction &I, const MemoryAccess &A);
  llvm::DenseSet<llvm::StringRef> mentionedNames() const;
  /// An access, and the instruction that gets its number by it.
  using FoundBy = std::pair<map::Access *, const llvm::Instruction *>;
  const map::Unknown *nameOf(const FoundBy &F);
  void nameWhatIsFound();
  void forgetUnknownWrites();
  const map::Term *quantity(const Quantity &Q, const llvm::Instruction &I);
  const map::Term *storedTerm(const llvm::Instruction &I,
                              const MemoryAccess &A);
  /// B is never reached.
  void skip(Region::Block B);
  void account();
  void prune(map::Sequence &S);

  Kernel &K;
  Values &V;
  map::TermContext &Terms;
  BarrierObjects Objects;
  TrackedCopies Tracked;
  llvm::DenseMap<const llvm::Loop *, map::Loop *> Loops;
  llvm::SmallPtrSet<const llvm::Instruction *, 32> Accounted;
  bool IsAsynchronous = false; ///< the access at hand
  bool IsWhole = true; ///< all places of the access at hand are in memory
  std::vector<FoundBy> Finding;
  std::vector<std::pair<map::Barrier *, const llvm::Instruction *>> Returning;
  std::vector<PendingExchange> Exchanging;
  /// What was accessed through a handle.
  struct NamedObject {
    const map::Array *Of;
    const map::Term *Handle;
    bool IsWritten;
  };
  std::vector<NamedObject> Handles;
  /// Some threads may have left the kernel or an endless loop before.
  bool MayHaveReturned = false;
};

} // namespace racemap::lift

#endif
