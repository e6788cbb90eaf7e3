// LoopSolver - makes the LoopModel of one loop; see Loops.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_LOOPS_LOOPSOLVER_H
#define RACEMAP_PASSES_LIFT_LOOPS_LOOPSOLVER_H

#include "passes/lift/effects/MemoryEffects.h"
#include "passes/lift/loops/RangeProof.h"
#include "passes/lift/loops/Recurrence.h"
#include "passes/lift/values/Values.h"

namespace racemap::lift {

class LoopSolver {
public:
  LoopSolver(Values &V, const llvm::Loop *L);
  void run();

private:
  /// An integer phi (0), or one target of a pointer phi.
  using StepKey = std::pair<const llvm::PHINode *, unsigned>;

  void begin();
  const map::Variable *counter();
  void findRotations();
  void rotate(const llvm::PHINode &Phi,
              llvm::ArrayRef<const llvm::PHINode *> Cycle);
  void collect();
  const map::Term *nextOffset(const llvm::PHINode &Phi, unsigned I,
                              const llvm::Value *Around);
  void solveAll();
  bool guess(Recurrence &R);
  void trail(Recurrence &R);
  bool variesBesides(const map::Term *T, const map::Term *Known);
  const map::Term *known(const map::Term *T);
  std::optional<Edge> stayingEdge() const;
  void chooseRange();
  bool chooseHeaderRange(const Edge &Staying, bool OfNext);
  bool tryRange(StepKey Key, Recurrence &R, const map::Term *Test);
  void need(const RangeProof &Proof);
  const map::Term *countedTest(const Recurrence &R, const map::Term *Test);
  const map::Term *countedDescent(const Recurrence &R, const map::Term *Test);
  const map::Term *solved(const map::Term *T);
  const map::Term *finalForm(const llvm::PHINode *Phi, unsigned I,
                             const map::Term *Current);
  const map::Term *test();
  const map::Term *ordered(const map::Term *Test, const map::Term *X,
                           Recurrence R, bool IsOnlyExit);
  const map::Term *ordered(llvm::ArrayRef<const map::Term *> Tests);

  // Tests at the end of a loop (LoopLatch.cpp).
  std::optional<Edge> repeatingEdge() const;
  bool chooseLatchRange();
  bool countAtLatch(const Recurrence &R, const map::Term *Test);
  const map::Term *latchTest();

  static bool isTerm(const llvm::PHINode &Phi);
  const map::Term *initial(const llvm::PHINode &Phi);
  Pointer initialPointer(const llvm::PHINode &Phi);
  const map::Variable *placeholder(const llvm::PHINode &Phi, unsigned I,
                                   unsigned Width);

  Values &V;
  Kernel &K;
  map::TermContext &Terms;
  const llvm::Loop *L;
  const llvm::BasicBlock *Header, *Before, *Latch;
  const llvm::PHINode *Ranged = nullptr; ///< whose variable is the range's
  llvm::MapVector<StepKey, Recurrence> Steps;
  const map::Term *Counted = nullptr; ///< the test, if it is one of the counter
};

} // namespace racemap::lift

#endif
