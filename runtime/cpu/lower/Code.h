// Code - what lowered code has at hand: the context of its thread, the
// functions of the engine, places in the source.
//
// The context is where the worker's Current points to, at a fixed distance from
// the thread pointer. It is the same as long as a thread lives, so that reading
// it may move and be shared.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_LOWER_CODE_H
#define RACEMAP_RUNTIME_CPU_LOWER_CODE_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace racemap::cpu {

/// Is this a text that placeOf() or text() added?
bool isPlace(const llvm::GlobalVariable &V);

/// Is this file clang's, CUDA's or RaceMap's, not the user's?
bool isToolchainHeader(llvm::StringRef File);

/// Says that what is loaded is the same for all threads of the block, and there
/// whether one asks for it or not: what the source says of its own loads
/// (__ldg) is not.
void markOfLaunch(llvm::LoadInst &Load);
bool isOfLaunch(const llvm::Instruction &I);

/// What the engine has of a thread: where its context is, that, its
/// BlockContext.
enum class ThreadPart : uint8_t { Place, Context, Block };
/// What is done with an address in one of them, other than to add a constant.
struct UseOfThread {
  const llvm::User *User;
  ThreadPart Of;
  int64_t Offset;
};
/// All in F. Of addresses that are loaded, those of the context and of the
/// BlockContext are followed.
std::vector<UseOfThread> usesOfThread(const llvm::Function &F);
/// Marks all loads of them, also those that LLVM has made of several: nothing
/// of what threads load of them changes before it is known how they run.
void markThreadLoads(llvm::Function &F);

/// threadIdx, and the linear index in the block.
enum class ThreadNumber : uint8_t { X, Y, Z, Index };

/// Is this what Code::threadNumber() calls?
bool isThreadNumber(const llvm::Function &F);
/// Which one an instruction asks for, if it does.
std::optional<ThreadNumber> threadNumberOf(const llvm::Instruction &I);

class Code {
public:
  static constexpr unsigned NumThreadNumbers = 4;

  explicit Code(llvm::Module &M) : M(M) {}

  /// The Context of the running thread.
  llvm::Value *context(llvm::IRBuilder<> &At);
  /// A number or pointer at this offset of the Context that never changes.
  llvm::Value *ofThread(llvm::IRBuilder<> &At, llvm::Type *T, size_t Offset);
  /// A call that stands for the number until it is known how threads run
  /// (ThreadLoop): it is the same as long as the thread lives.
  llvm::Value *threadNumber(llvm::IRBuilder<> &At, ThreadNumber Which);
  /// Where in a Context it is.
  static size_t offsetOf(ThreadNumber Which);
  /// The same of its BlockContext.
  llvm::Value *ofBlock(llvm::IRBuilder<> &At, llvm::Type *T, size_t Offset);

  /// A call of a function of the engine. It is convergent.
  llvm::CallInst *call(llvm::IRBuilder<> &At, llvm::StringRef Name,
                       llvm::Type *Result, llvm::ArrayRef<llvm::Value *> Args);

  /// Where in the source an instruction is, as a C string; null if unknown.
  llvm::Constant *placeOf(const llvm::Instruction &I);
  /// The same, with a line for each call that was inlined on the way there.
  llvm::Constant *wayTo(const llvm::Instruction &I);

  /// A C string that is the engine's, not the program's.
  llvm::Constant *text(llvm::StringRef Text);

private:
  llvm::Value *constantLoad(llvm::IRBuilder<> &At, llvm::Type *T,
                            llvm::Value *From, size_t Offset);

  llvm::Module &M;
  llvm::Constant *place(const llvm::Instruction &I, bool WithCalls);

  std::map<std::string, llvm::Constant *> Places;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_LOWER_CODE_H
