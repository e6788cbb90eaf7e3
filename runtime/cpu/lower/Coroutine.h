// Coroutine - a thread that is suspended where it waits for its block.
//
// In:  the optimised entry, which runs one thread, and waits at one barrier.
// Out: a function that runs a thread from its beginning until it waits or ends,
//      and one that runs it on from there (LLVM's switched-resume lowering).
//      What is alive where it waits is in its frame. Who runs threads says what
//      the barrier has told, and who comes there adds to it, in the round: a
//      few bytes that all threads of the block share.
// Each function of the engine that has to know whose call it is is told before.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_LOWER_COROUTINE_H
#define RACEMAP_RUNTIME_CPU_LOWER_COROUTINE_H

#include "runtime/cpu/lower/ThreadRows.h"

#include "llvm/Target/TargetMachine.h"

namespace racemap::cpu {

class Coroutine {
public:
  /// One loses its code.
  Coroutine(llvm::Function &One, llvm::TargetMachine &Machine);

  /// Runs a thread from its beginning.
  void begin(llvm::IRBuilder<> &At, llvm::Value *KernelArguments,
             llvm::Value *Round, llvm::Value *Frame,
             const ThreadNumbers &Of) const;
  /// Runs it on, if it has not ended.
  void resume(llvm::IRBuilder<> &At, llvm::Value *Frame) const;
  static llvm::Value *hasEnded(llvm::IRBuilder<> &At, llvm::Value *Frame);

  /// Where in a round it is what the barrier told, as __racemap_cpu_barrier
  /// does, and how many with a predicate that was true have come since.
  static constexpr uint64_t RoundBytes = 16;
  static llvm::Value *told(llvm::Value *Round) { return Round; }
  static llvm::Value *numTrue(llvm::IRBuilder<> &At, llvm::Value *Round);

  llvm::Function *Begin = nullptr, *Resume = nullptr;
  llvm::Value *Barrier = nullptr; ///< which one it is
  uint64_t FrameBytes = 0, FrameAlignment = 1;

private:
  /// Of Begin; the numbers of the thread follow X.
  enum Argument : unsigned { Kernel, Round, Frame, X };

  void take(llvm::Function &One);
  void useNumbers();
  llvm::Value *addBeginning();
  void addEnd(llvm::Value *Handle);
  void suspend(llvm::IRBuilder<> &At, llvm::BasicBlock *Next, bool IsLast);
  void suspendAt(llvm::CallBase &Call);
  void split(llvm::TargetMachine &Machine);
  void readSize();

  llvm::BasicBlock *Leaves = nullptr, *Nowhere = nullptr;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_LOWER_COROUTINE_H
